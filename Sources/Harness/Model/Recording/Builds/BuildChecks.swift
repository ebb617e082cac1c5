/// The safety checks of a build, by its flags and by its machine code.
public struct BuildChecks: Sendable, Equatable, Codable {
  /// The setting by configuration and flags; nil for a command, which was built elsewhere.
  public var setting: CheckSetting?
  /// The modules of the code, the largest first; empty if the code could not be read.
  public var modules: [ModuleChecks]
  /// A Boolean value indicating whether Swift's runtime is linked into the program. If so, code outside the
  /// package's modules was compiled elsewhere, with other flags.
  public var holdsRuntime: Bool
  /// The reason why the code could not be read; nil if it could.
  public var unread: String?

  /// Takes the setting and the modules.
  public init(
    setting: CheckSetting?, modules: [ModuleChecks], holdsRuntime: Bool = false,
    unread: String? = nil
  ) {
    self.setting = setting
    self.modules = modules
    self.holdsRuntime = holdsRuntime
    self.unread = unread
  }

  /// All code that was compiled for this build, and so with its flags: modules, and code shared with other
  /// libraries unless the runtime is linked in.
  public var compiled: ModuleChecks { sum { isCompiled($0) && $0.origin != .unnamed } }

  /// `compiled` and functions without a Swift name, such as top-level code.
  public var whole: ModuleChecks { sum(where: isCompiled) }

  private func isCompiled(_ module: ModuleChecks) -> Bool {
    !holdsRuntime || module.origin == .module
  }

  private func sum(where isIncluded: (ModuleChecks) -> Bool) -> ModuleChecks {
    modules.filter(isIncluded).reduce(into: ModuleChecks(name: "", origin: .shared)) { $0 += $1 }
  }

  /// The state of the proof that a build is what its flags say.
  public enum Proof: Sendable, Equatable {
    /// The code has the checks that it should have.
    case present(Int)
    /// The code has none, as it should.
    case absent
    /// The code contradicts the flags; what was expected and what was found.
    case contradicted(expected: String, found: String)
    /// Nothing is known, for this reason.
    case open(String)
  }

  /// The proof that traps are present or absent. `-Ounchecked` leaves none (a million instructions of this
  /// project's drivers and their libraries have none), so one is too many. A program with checks usually has
  /// one in 44 to 350 instructions; modules that only encode and decode have one in 9000.
  public var traps: Proof {
    if let unread { return .open(unread) }
    guard let setting else { return .open(Self.builtElsewhere) }
    if compiled.instructions == 0 { return .open(Self.noSwift) }
    return switch setting.traps {
    case true: presentTraps
    case false: absentTraps
    case nil: .open("a flag decides on some checks: \(setting.otherFlags.joined(separator: " "))")
    }
  }

  /// The proof that checks of exclusivity are present or absent. A program may need none: only for large ones
  /// does their absence prove that they were turned off.
  public var exclusivity: Proof {
    if let unread { return .open(unread) }
    guard let setting else { return .open(Self.builtElsewhere) }
    if compiled.instructions == 0 { return .open(Self.noSwift) }
    switch (setting.exclusivity, whole.accesses) {
    case (true, 0) where compiled.instructions >= Self.longestWithoutAccess:
      return .contradicted(
        expected: "accesses whose exclusivity is checked (swift_beginAccess)",
        found: "none in \(compiled.instructions) instructions")
    case (true, 0): return .open("no access needs such a check")
    case (true, let count): return .present(count)
    case (false, 0): return .absent
    case (false, let count):
      return .contradicted(
        expected: "no check of exclusivity",
        found: "\(count) calls of swift_beginAccess (\(places { $0.accesses }))")
    }
  }

  /// A checked program of this length has at least one trap.
  static let longestWithoutTrap = 5_000
  /// A checked module of this length has at least one trap.
  static let longestModuleWithoutTrap = 20_000
  /// A program of this length with checks of exclusivity has at least one.
  static let longestWithoutAccess = 100_000

  private static let builtElsewhere = "a command was built elsewhere"
  private static let noSwift = "the program has no symbols of Swift functions"

  private var absentTraps: Proof {
    let code = compiled
    if code.traps == 0 { return .absent }
    return .contradicted(
      expected: "no trap of a bounds, overflow or precondition check",
      found: "\(code.traps) traps (\(places { $0.traps }))")
  }

  private var presentTraps: Proof {
    let code = compiled
    let bare = modules.filter {
      $0.origin == .module && $0.traps == 0 && $0.instructions >= Self.longestModuleWithoutTrap
    }
    if !bare.isEmpty || (code.traps == 0 && code.instructions >= Self.longestWithoutTrap) {
      let place = bare.isEmpty ? "" : " of \(bare.map(\.name).joined(separator: ", "))"
      let length = (bare.first ?? code).instructions
      return .contradicted(
        expected: "traps of bounds, overflow and precondition checks",
        found: "none in \(length) instructions\(place)")
    }
    return code.traps > 0
      ? .present(code.traps)
      : .open("\(code.instructions) instructions are too few to show that a check is missing")
  }

  /// The places of something: the first three modules by name.
  private func places(_ count: (ModuleChecks) -> Int) -> String {
    let found = modules.filter { count($0) > 0 }.map {
      "\($0.name.isEmpty ? "other code" : $0.name) \(count($0))"
    }
    return found.prefix(3).joined(separator: ", ") + (found.count > 3 ? ", …" : "")
  }
}

/// The compiler's setting of safety checks, from a build's configuration and flags.
///
/// Builds are distinguished by this, never by their names.
public struct CheckSetting: Sendable, Equatable, Codable {
  /// The level of optimisation.
  public var optimisation: Optimisation
  /// A Boolean value indicating whether it checks bounds, overflow, preconditions and the like; nil if a flag
  /// decides some of them, such as `-assert-config`.
  public var traps: Bool?
  /// A Boolean value indicating whether exclusive access to memory is checked while the program runs.
  public var exclusivity: Bool
  /// All other flags, in order: builds that differ in them differ in more than checks.
  public var otherFlags: [String]

  /// The compiler's levels.
  public enum Optimisation: String, Sendable, Codable, CaseIterable {
    /// -Onone.
    case none
    /// -O.
    case speed
    /// -Osize.
    case size
    /// -Ounchecked.
    case unchecked
  }

  /// A setting.
  public init(
    optimisation: Optimisation, traps: Bool?, exclusivity: Bool, otherFlags: [String] = []
  ) {
    self.optimisation = optimisation
    self.traps = traps
    self.exclusivity = exclusivity
    self.otherFlags = otherFlags
  }
}
