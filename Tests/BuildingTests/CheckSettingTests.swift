import Recording
import Scenarios
import Testing

@testable import Building

struct CheckSettingTests {
  private func setting(
    _ configuration: PackageBuild.Configuration, _ flags: String...
  ) -> CheckSetting {
    CheckSetting(
      PackageBuild(
        package: ".", product: "app", configuration: configuration, swiftFlags: flags))
  }

  @Test func `without flags the configuration decides on the checks`() {
    #expect(
      setting(.release) == CheckSetting(optimisation: .speed, traps: true, exclusivity: true))
    #expect(setting(.debug) == CheckSetting(optimisation: .none, traps: true, exclusivity: true))
  }

  @Test func `-Ounchecked turns off traps, and exclusivity unless a flag asks for it`() {
    #expect(
      setting(.release, "-Ounchecked")
        == CheckSetting(optimisation: .unchecked, traps: false, exclusivity: false))
    #expect(
      setting(.debug, "-enforce-exclusivity=checked", "-Ounchecked")
        == CheckSetting(optimisation: .unchecked, traps: false, exclusivity: true))
  }

  @Test func `the last flag wins`() {
    #expect(
      setting(.release, "-Ounchecked", "-Osize")
        == CheckSetting(optimisation: .size, traps: true, exclusivity: true))
    #expect(
      setting(.release, "-enforce-exclusivity=checked", "-enforce-exclusivity=unchecked")
        == CheckSetting(optimisation: .speed, traps: true, exclusivity: false))
  }

  @Test
  func `unrelated flags are kept, and flags for some checks leave it open if there are traps`() {
    #expect(
      setting(.release, "-DX", "-O", "-g")
        == CheckSetting(
          optimisation: .speed, traps: true, exclusivity: true, otherFlags: ["-DX", "-g"]))
    #expect(setting(.release, "-assert-config", "Unchecked").traps == nil)
    #expect(setting(.release, "-Ounchecked", "-Xllvm", "-x").traps == nil)
  }
}
