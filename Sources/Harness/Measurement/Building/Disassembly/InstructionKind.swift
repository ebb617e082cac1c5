/// The meaning of an x86-64 or arm64 instruction for finding checks.
enum InstructionKind {
  /// Ends the program.
  case trap
  /// Jumps if this condition holds.
  case branch(Condition)
  /// Puts a condition into a register.
  case set(Condition)
  /// Calls a function, or jumps to one without return.
  case call
  /// Leaves flags that show overflow.
  case arithmetic
  /// Leaves flags that show order or equality.
  case comparison
  /// Leaves the upper half of a product in a register.
  case upperProduct

  enum Condition {
    /// Overflow of signed arithmetic.
    case overflow
    /// Overflow of unsigned arithmetic; after a comparison, that one operand is below the other.
    case carry
    /// A comparison of a register with zero.
    case zero
    case other
  }

  /// The kind of an instruction; nil if it does not affect flags or jumps.
  init?(_ name: Mnemonic) {
    // AT&T names may end in a letter for the operand's size.
    guard let kind = Self.kinds[name] ?? Self.sized[name.shortened] else { return nil }
    self = kind
  }

  private static let kinds: [Mnemonic: InstructionKind] = {
    var kinds: [Mnemonic: InstructionKind] = ["umulh": .upperProduct]
    func add(_ names: [Mnemonic], _ kind: InstructionKind) {
      for name in names { kinds[name] = kind }
    }
    add(["ud2", "brk"], .trap)
    add(["call", "callq", "jmp", "jmpq", "bl", "b"], .call)
    add(["jo", "jno", "b.vs", "b.vc"], .branch(.overflow))
    add(["seto", "setno"], .set(.overflow))
    add(["jb", "jae", "jc", "jnc", "b.hs", "b.cs", "b.lo", "b.cc"], .branch(.carry))
    add(["setb", "setae"], .set(.carry))
    add(["cbz", "cbnz"], .branch(.zero))
    add(["adds", "subs", "adcs", "sbcs", "negs"], .arithmetic)
    add(["cmn", "ands", "bics", "ccmp", "fcmp", "ucomisd", "ucomiss"], .comparison)
    add(
      [
        "ja", "jbe", "je", "jne", "jg", "jge", "jl", "jle", "js", "jns", "jp", "jnp", "jcxz",
        "jecxz",
        "jrcxz", "b.eq", "b.ne", "b.hi", "b.ls", "b.gt", "b.ge", "b.lt", "b.le", "b.mi", "b.pl",
        "tbz",
        "tbnz",
      ], .branch(.other))
    add(
      [
        "seta", "setbe", "sete", "setne", "setg", "setge", "setl", "setle", "sets", "setns",
      ], .set(.other))
    kinds.merge(sized) { kind, _ in kind }
    return kinds
  }()

  private static let sized: [Mnemonic: InstructionKind] = {
    var kinds: [Mnemonic: InstructionKind] = [:]
    let arithmetic: [Mnemonic] = [
      "add", "sub", "adc", "sbb", "neg", "inc", "dec", "mul", "imul", "shl",
    ]
    let comparison: [Mnemonic] = ["cmp", "test", "bt", "and", "or", "xor"]
    for name in arithmetic { kinds[name] = .arithmetic }
    for name in comparison { kinds[name] = .comparison }
    return kinds
  }()
}
