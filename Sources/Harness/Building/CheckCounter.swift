import Recording

/// Counts safety checks in a disassembly, as GNU's or LLVM's `objdump -d --no-show-raw-insn` writes it.
///
/// An optimised check is a conditional jump to a trap instruction of its own function. The compiler
/// gives each check a trap of its own, mostly, so that a debugger can tell them apart.
struct CheckCounter {
  /// Whether functions of Swift's runtime are part of the program.
  private(set) var holdsRuntime = false
  private let moduleNames: Set<String>?
  private var counts: [SymbolOwner: ModuleChecks] = [:]
  private var owner = SymbolOwner(of: UnsafeRawBufferPointer(start: nil, count: 0), modules: nil)
  private var function = FunctionChecks()
  /// Whether this is one of the linker's stubs: its jump to a library's function is no call of the
  /// program's.
  private var isStub = false

  /// - Parameter modules: see ``SymbolOwner``.
  init(modules: Set<String>?) { moduleNames = modules }

  /// Reads a line, without its line break.
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

  /// What was counted, the largest module first.
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
