/// The safety checks in a module's machine code, counted by disassembly.
public struct ModuleChecks: Sendable, Equatable, Codable {
  /// The module's name; empty for code that is of no single module.
  public var name: String
  /// Whose code it is.
  public var origin: Origin
  /// The number of its instructions.
  public var instructions: Int
  /// Trap instructions: `ud2` on x86-64, `brk` on arm64.
  public var traps: Int
  /// Conditional jumps to a trap that ask whether arithmetic overflowed. In code that is not
  /// optimised the condition takes a detour through a register, which is followed.
  public var overflowChecks: Int
  /// All other conditional jumps to a trap: bounds, ranges, preconditions, nil, division by zero. The
  /// code does not tell these from each other.
  public var otherChecks: Int
  /// Calls that report a failure and end the program: checks that are not optimised, and
  /// `fatalError`, which stays in every build.
  public var failureCalls: Int
  /// Calls of `swift_beginAccess`: accesses to memory whose exclusivity is checked at run time.
  public var accesses: Int

  /// Whose code it is.
  public enum Origin: String, Sendable, Codable {
    /// A module's own, by its mangled name.
    case module
    /// Generic or inlined code of the standard library and of others, compiled into this program.
    case shared
    /// Functions without a name of Swift's: C, C++, the start of the program, stubs, and all of a
    /// program without symbols.
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

  /// Adds the counts of other code to this.
  public static func += (sum: inout ModuleChecks, other: ModuleChecks) {
    sum.instructions += other.instructions
    sum.traps += other.traps
    sum.overflowChecks += other.overflowChecks
    sum.otherChecks += other.otherChecks
    sum.failureCalls += other.failureCalls
    sum.accesses += other.accesses
  }
}
