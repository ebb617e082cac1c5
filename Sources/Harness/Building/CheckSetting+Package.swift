import Recording
import Scenarios

extension CheckSetting {
  /// What a package's configuration and flags ask for.
  ///
  /// Of several -O the last counts. `-Ounchecked` also turns the checks of exclusivity off, unless a flag
  /// asks for them: `swiftc -Ounchecked` leaves no call of swift_beginAccess, and `swiftc -Ounchecked
  /// -enforce-exclusivity=checked` leaves all (Swift 6.3).
  init(_ package: PackageBuild) {
    let exclusivityFlag = "-enforce-exclusivity="
    let levels = package.swiftFlags.compactMap { Self.levels[$0] }
    let level = levels.last ?? (package.configuration == .debug ? .none : .speed)
    let exclusivity = package.swiftFlags.last { $0.hasPrefix(exclusivityFlag) }
      .map { $0 == exclusivityFlag + "checked" }
    let others = package.swiftFlags.filter {
      Self.levels[$0] == nil && !$0.hasPrefix(exclusivityFlag)
    }
    self.init(
      optimisation: level,
      traps: others.contains(where: Self.decidesOnChecks) ? nil : level != .unchecked,
      exclusivity: exclusivity ?? (level != .unchecked), otherFlags: others)
  }

  private static let levels: [String: Optimisation] = [
    "-Onone": .none, "-O": .speed, "-Osize": .size, "-Ounchecked": .unchecked,
  ]

  /// Whether a flag removes some checks, or may: LLVM's own can do anything.
  private static func decidesOnChecks(_ flag: String) -> Bool {
    ["-assert-config", "-remove-runtime-asserts", "-Xllvm"].contains(flag)
  }
}
