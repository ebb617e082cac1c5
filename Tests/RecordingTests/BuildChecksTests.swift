import Foundation
import Recording
import Testing

struct BuildChecksTests {
  private let checked = CheckSetting(optimisation: .speed, traps: true, exclusivity: true)
  private let unchecked = CheckSetting(optimisation: .unchecked, traps: false, exclusivity: false)

  private func checks(
    _ setting: CheckSetting?, _ modules: ModuleChecks..., holdsRuntime: Bool = false
  ) -> BuildChecks {
    BuildChecks(setting: setting, modules: modules, holdsRuntime: holdsRuntime)
  }

  private func module(
    _ name: String, origin: ModuleChecks.Origin = .module, _ instructions: Int,
    traps: Int = 0, accesses: Int = 0
  ) -> ModuleChecks {
    ModuleChecks(
      name: name, origin: origin, instructions: instructions, traps: traps, accesses: accesses)
  }

  private func module(_ instructions: Int, traps: Int = 0, accesses: Int = 0) -> ModuleChecks {
    module("App", instructions, traps: traps, accesses: accesses)
  }

  @Test func `checks that a build should have are present, with their number`() {
    let found = checks(
      checked, module(100, traps: 2, accesses: 1),
      module("", origin: .shared, 10, traps: 3, accesses: 1),
      module("", origin: .unnamed, 10, traps: 4, accesses: 1))
    #expect(found.traps == .present(5))
    #expect(found.exclusivity == .present(3))
  }

  @Test func `checks that a build should lack are absent, however small the program is`() {
    #expect(checks(unchecked, module(1)).traps == .absent)
    #expect(checks(unchecked, module(1)).exclusivity == .absent)
  }

  @Test func `a single trap or access contradicts a build without checks`() {
    let found = checks(unchecked, module("A", 9, traps: 1), module("B", 9, accesses: 2))
    #expect(
      found.traps
        == .contradicted(
          expected: "no trap of a bounds, overflow or precondition check", found: "1 traps (A 1)"))
    #expect(
      found.exclusivity
        == .contradicted(
          expected: "no check of exclusivity", found: "2 calls of swift_beginAccess (B 2)"))
  }

  @Test func `a long program or module without a trap contradicts a build with checks`() {
    let expected = "traps of bounds, overflow and precondition checks"
    #expect(
      checks(checked, module(5000)).traps
        == .contradicted(expected: expected, found: "none in 5000 instructions"))
    #expect(
      checks(checked, module("A", 20_000), module("B", 9, traps: 1)).traps
        == .contradicted(expected: expected, found: "none in 20000 instructions of A"))
    #expect(checks(checked, module("A", 19_999), module("B", 9, traps: 1)).traps == .present(1))
  }

  @Test func `a program that is too short to show missing checks is left open`() {
    #expect(
      checks(checked, module(4999)).traps
        == .open("4999 instructions are too few to show that a check is missing"))
    #expect(checks(checked, module(99_999)).exclusivity == .open("no access needs such a check"))
  }

  @Test
  func `a large program without a checked access contradicts a build with exclusivity checks`() {
    #expect(
      checks(checked, module(100_000)).exclusivity
        == .contradicted(
          expected: "accesses whose exclusivity is checked (swift_beginAccess)",
          found: "none in 100000 instructions"))
  }

  @Test func `the checks of a statically linked runtime do not count`() {
    let found = checks(
      unchecked, module(10), module("", origin: .shared, 900, traps: 30, accesses: 4),
      module("", origin: .unnamed, 900, accesses: 4), holdsRuntime: true)
    #expect(found.traps == .absent)
    #expect(found.exclusivity == .absent)
  }

  @Test
  func `without Swift functions, known flags or a reading of the program, checks are left open`() {
    let noSwift = BuildChecks.Proof.open("the program has no symbols of Swift functions")
    #expect(checks(unchecked, module("", origin: .unnamed, 900)).traps == noSwift)
    #expect(checks(unchecked, module("", origin: .unnamed, 900)).exclusivity == noSwift)
    let elsewhere = BuildChecks.Proof.open("a command was built elsewhere")
    #expect(checks(nil, module(9, traps: 1)).traps == elsewhere)
    #expect(checks(nil, module(9, traps: 1)).exclusivity == elsewhere)
    let unread = BuildChecks(setting: checked, modules: [], unread: "no tool")
    #expect(unread.traps == .open("no tool"))
    #expect(unread.exclusivity == .open("no tool"))
    var some = checked
    some.traps = nil
    some.otherFlags = ["-assert-config", "Unchecked"]
    #expect(
      checks(some, module(9)).traps
        == .open("a flag decides on some checks: -assert-config Unchecked"))
  }

  @Test func `the record of a build survives JSON, with and without checks`() throws {
    let elsewhere = BuildRecord(name: "a", recipe: "r")
    #expect(
      try JSONDecoder().decode(BuildRecord.self, from: JSONEncoder().encode(elsewhere))
        == elsewhere)
    let new = BuildRecord(
      name: "a", recipe: "r", checks: checks(checked, module(100, traps: 2, accesses: 1)))
    #expect(
      try JSONDecoder().decode(BuildRecord.self, from: JSONEncoder().encode(new)) == new)
  }
}
