import Recording

/// Counts the checks of one function.
struct FunctionChecks {
  private(set) var instructions = 0
  private var traps: Set<UInt64> = []
  private var jumps: [(target: UInt64, isOverflow: Bool)] = []
  private var failureCalls = 0
  private var accesses = 0
  private var flags = Flags.comparison
  /// Whether the condition that was last put into a register is one of overflow.
  private var registerIsOverflow = false
  private var followsUpperProduct = false

  /// What the processor's flags tell at a place.
  private enum Flags {
    case arithmetic, comparison
    /// Whether a product fits: arm64 compares its upper half with the sign of the lower.
    case product
    /// Whether the condition in a register holds.
    case register
  }

  /// What the function holds.
  var checks: ModuleChecks {
    let checks = jumps.filter { traps.contains($0.target) }
    let overflow = checks.count { $0.isOverflow }
    return ModuleChecks(
      name: "", origin: .shared, instructions: instructions, traps: traps.count,
      overflowChecks: overflow, otherChecks: checks.count - overflow, failureCalls: failureCalls,
      accesses: accesses)
  }

  /// Adds an instruction.
  mutating func add(_ name: Mnemonic, _ operands: Operands, at address: UInt64) {
    instructions += 1
    var isUpperProduct = false
    switch InstructionKind(name) {
    case .trap: traps.insert(address)
    case .branch(let condition):
      if let target = operands.target { jumps.append((target, isOverflow(condition))) }
    case .set(let condition): registerIsOverflow = isOverflow(condition)
    case .call: count(operands)
    case .arithmetic: flags = .arithmetic
    case .comparison: flags = meaning(ofComparing: operands)
    case .upperProduct: isUpperProduct = true
    case nil: break
    }
    followsUpperProduct = isUpperProduct
  }

  private func meaning(ofComparing operands: Operands) -> Flags {
    if operands.contain("asr #63") || operands.contain("asr #31") { return .product }
    return operands.begin("$0x1,") || operands.begin("$1,") ? .register : .comparison
  }

  private func isOverflow(_ condition: InstructionKind.Condition) -> Bool {
    switch condition {
    case .overflow: true
    case .carry: flags == .arithmetic
    case .zero: followsUpperProduct
    case .other: flags == .product || (flags == .register && registerIsOverflow)
    }
  }

  private mutating func count(_ operands: Operands) {
    if operands.contain("<swift_beginAccess") { accesses += 1 }
    if operands.contain("17_assertionFailure__") || operands.contain("18_fatalErrorMessage__") {
      failureCalls += 1
    }
  }
}
