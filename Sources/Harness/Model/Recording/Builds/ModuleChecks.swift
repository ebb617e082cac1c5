/// The safety checks in a module's machine code, counted by disassembly.
public struct ModuleChecks: Sendable, Equatable, Codable {
  /// The module's name; empty for code that belongs to no single module.
  public var name: String
  /// The code's origin.
  public var origin: Origin
  /// The number of its instructions.
  public var instructions: Int
  /// Trap instructions: `ud2` on x86-64, `brk` on arm64.
  public var traps: Int
  /// Conditional jumps to a trap after arithmetic overflow. In unoptimised code the condition goes through a
  /// register, which is followed.
  public var overflowChecks: Int
  /// All other conditional jumps to a trap: bounds, ranges, preconditions, nil, division by zero. The code
  /// does not distinguish them.
  public var otherChecks: Int
  /// Calls that report a failure and end the program: unoptimised checks, and `fatalError`, which is in every
  /// build.
  public var failureCalls: Int
  /// Calls of `swift_beginAccess`: memory accesses whose exclusivity is checked at run time.
  public var accesses: Int

  /// The code's origin.
  public enum Origin: String, Sendable, Codable, CaseIterable {
    /// A module's own, by its mangled name.
    case module
    /// Generic or inlined code of the standard library and other modules, compiled into this program.
    case shared
    /// Functions without a Swift name: C, C++, the program's start, stubs, and everything in a program
    /// without symbols.
    case unnamed
  }

  /// Counts of one module.
  public init(
    name: String, origin: Origin, instructions: Int = 0, traps: Int = 0, overflowChecks: Int = 0,
    otherChecks: Int = 0, failureCalls: Int = 0, accesses: Int = 0
  ) {
    self.name = name
    self.origin = origin
    self.instructions = instructions
    self.traps = traps
    self.overflowChecks = overflowChecks
    self.otherChecks = otherChecks
    self.failureCalls = failureCalls
    self.accesses = accesses
  }

  /// Adds the counts of other code.
  public static func += (sum: inout ModuleChecks, other: ModuleChecks) {
    sum.instructions += other.instructions
    sum.traps += other.traps
    sum.overflowChecks += other.overflowChecks
    sum.otherChecks += other.otherChecks
    sum.failureCalls += other.failureCalls
    sum.accesses += other.accesses
  }
}
