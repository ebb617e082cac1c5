import Recording

/// Counts safety checks in the output of GNU's or LLVM's `objdump -d --no-show-raw-insn`.
///
/// An optimised check is a conditional jump to a trap instruction in the same function. Mostly each
/// check has its own trap, so that a debugger can distinguish them.
struct CheckCounter {
  /// A Boolean value indicating whether functions of Swift's runtime are part of the program.
  private(set) var holdsRuntime = false
  private let moduleNames: Set<String>?
  private var counts: [SymbolOwner: ModuleChecks] = [:]
  private var owner = SymbolOwner(of: UnsafeRawBufferPointer(start: nil, count: 0), modules: nil)
  private var function = FunctionChecks()
  /// A Boolean value indicating whether this is one of the linker's stubs, whose jump to a
  /// library's function is no call by the program.
  private var isStub = false

  /// - Parameter modules: see ``SymbolOwner``.
  init(modules: Set<String>?) { moduleNames = modules }

  mutating func read(_ line: UnsafeRawBufferPointer) {
    switch DisassemblyLine(line) {
    case .function(let symbol):
      closeFunction()
      owner = SymbolOwner(of: symbol, modules: moduleNames)
      isStub = symbol.suffix(4).elementsEqual("@plt".utf8)
      if symbol.elementsEqual("swift_beginAccess".utf8) { holdsRuntime = true }
    case .instruction(let address, let name, let operands):
      if !isStub { function.add(name, operands, at: address) }
    case nil: break
    }
  }

  /// Returns the counts, the largest module first.
  mutating func modules() -> [ModuleChecks] {
    closeFunction()
    return counts.values.sorted { ($1.instructions, $0.name) < ($0.instructions, $1.name) }
  }

  private mutating func closeFunction() {
    guard function.instructions > 0 else { return }
    counts[owner, default: ModuleChecks(name: owner.module, origin: owner.origin)] +=
      function.checks
    function = FunctionChecks()
  }
}

struct FunctionChecks {
  private(set) var instructions = 0
  private var traps: Set<UInt64> = []
  private var jumps: [(target: UInt64, isOverflow: Bool)] = []
  private var failureCalls = 0
  private var accesses = 0
  private var flags = Flags.comparison
  /// A Boolean value indicating whether the condition last put into a register is an overflow.
  private var registerIsOverflow = false
  private var followsUpperProduct = false
  /// A Boolean value indicating whether the last instruction set up the function's frame.
  private var followsEntry = false

  /// The meaning of the processor's flags at a point.
  private enum Flags {
    case arithmetic, comparison
    /// A product's overflow: arm64 compares its upper half with the sign of the lower.
    case product
    case register
  }

  var checks: ModuleChecks {
    let checks = jumps.filter { traps.contains($0.target) }
    let overflow = checks.count { $0.isOverflow }
    return ModuleChecks(
      name: "", origin: .shared, instructions: instructions, traps: traps.count,
      overflowChecks: overflow, otherChecks: checks.count - overflow, failureCalls: failureCalls,
      accesses: accesses)
  }

  mutating func add(_ name: Mnemonic, _ operands: Operands, at address: UInt64) {
    instructions += 1
    var isUpperProduct = false
    switch InstructionKind(name) {
    // A function that only traps checks nothing: Swift makes such for copies of types that can't be copied.
    case .trap: if !followsEntry { traps.insert(address) }
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
    followsEntry =
      operands.begin("%rsp,%rbp") || operands.begin("%rsp, %rbp") || operands.begin("x29, sp")
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

/// The module that a function belongs to, by its symbol.
///
/// Swift's mangled names begin with `$s`, then the length of the module's name and that name. Other beginnings,
/// such as `$sSa` for Array or `$ss` for the rest of the standard library, are generic or inlined code that the
/// compiler made for this program. See github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst.
struct SymbolOwner: Hashable {
  let origin: ModuleChecks.Origin
  let module: String

  /// Takes the modules of the package and its dependencies; the program's code of other modules counts as
  /// shared. If nil, they are unknown and any module counts.
  init(of symbol: UnsafeRawBufferPointer, modules: Set<String>?) {
    let bytes = symbol.dropFirst(2)
    guard symbol.count > 2, symbol[0] == UInt8(ascii: "$"), symbol[1] == UInt8(ascii: "s") else {
      (origin, module) = (.unnamed, "")
      return
    }
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let length = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), symbol.count) }
    let name = String(decoding: bytes.dropFirst(digits.count).prefix(length), as: UTF8.self)
    let isModule = !name.isEmpty && modules?.contains(name) != false
    (origin, module) = isModule ? (.module, name) : (.shared, "")
  }
}
