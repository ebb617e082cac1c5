import Foundation
import Recording
import Scenarios
import SystemPackage

extension DriverBuilder {
  /// Returns the safety checks in a package's build, after proving that they match its flags.
  /// - Throws: ``BuildError/contradicted(build:recipe:expected:found:)``, or errors that stop the task.
  func prove(
    _ package: PackageBuild, executable: FilePath, recipe: String, build: String
  ) async throws -> BuildChecks {
    let checks = try await self.checks(
      of: executable, setting: CheckSetting(package), modules: Self.modules(beside: executable),
      compiler: try compiler(of: package, for: build))
    for case .contradicted(let expected, let found) in [checks.traps, checks.exclusivity] {
      throw BuildError.contradicted(build: build, recipe: recipe, expected: expected, found: found)
    }
    return checks
  }

  /// Returns the safety checks in a program. The compiler that made it may have brought a disassembler along;
  /// nil if it is unknown.
  func checks(
    of executable: FilePath, setting: CheckSetting?, modules: Set<String>?,
    compiler: FilePath? = nil
  ) async throws -> BuildChecks {
    guard let disassembler = Disassembler(find: { tool($0, of: compiler) }) else {
      return BuildChecks(
        setting: setting, modules: [],
        unread: "there is no 'objdump' (Debian: apt-get install binutils)")
    }
    guard let found = try await disassembler.checks(of: executable, modules: modules) else {
      return BuildChecks(
        setting: setting, modules: [],
        unread: "\(disassembler.program) finds no machine code that it knows")
    }
    return BuildChecks(setting: setting, modules: found.modules, holdsRuntime: found.holdsRuntime)
  }

  /// The modules that the package manager compiled, each with a folder beside the executable.
  private static func modules(beside executable: FilePath) -> Set<String>? {
    let folder = executable.removingLastComponent().string
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return names.map { names in
      Set(names.filter { $0.hasSuffix(".build") }.map { String($0.dropLast(".build".count)) })
    }
  }
}

extension CheckSetting {
  /// Determines the setting from a package's configuration and flags.
  ///
  /// If there are several -O options, the last counts. `-Ounchecked` also turns off exclusivity
  /// checks, unless a flag asks for them: `swiftc -Ounchecked` leaves no call of swift_beginAccess,
  /// and `swiftc -Ounchecked -enforce-exclusivity=checked` leaves all (Swift 6.3).
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

  /// Returns whether a flag removes checks, or may: LLVM's own flags can do anything.
  private static func decidesOnChecks(_ flag: String) -> Bool {
    ["-assert-config", "-remove-runtime-asserts", "-Xllvm"].contains(flag)
  }
}
