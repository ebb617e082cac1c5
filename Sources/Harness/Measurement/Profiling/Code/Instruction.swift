/// The shape of an instruction for x86-64: how long it is, and which of its bytes may lead to another place.
///
/// Read here, since no library will do: Capstone of Debian 12 misses much of AVX-512, with which the C library
/// copies and compares, and its Zydis can't be linked statically. Instructions that are not known are not guessed.
struct Instruction {
  /// The number of its bytes.
  let length: Int
  /// The place of its operand in memory: an address, or the distance to it.
  let displacement: Field?
  /// The number at its end: a literal, or the distance that it jumps.
  let immediate: Field?
  /// A Boolean value indicating whether Valgrind's processor lacks it, so that a program runs others there.
  let isNew: Bool
  let asksProcessor: Bool
  /// The place of the first number, where its other bytes end.
  var numbers: Int { (displacement ?? immediate)?.offset ?? length }

  /// A number in an instruction.
  struct Field {
    /// The place of its first byte in the instruction.
    let offset: Int
    /// The number of its bytes: 1, 2, 3 (two numbers), 4 or 8.
    let size: Int
    /// A Boolean value indicating whether it counts from the end of the instruction.
    let isRelative: Bool
  }

  /// Reads the instruction whose first byte is at an index of a function's code; nil if it is not known, or not
  /// complete.
  init?(_ code: [UInt8], at start: Int) {
    var reader = InstructionReader(code: code, index: start)
    guard let form = reader.form(), let memory = reader.memory(of: form) else { return nil }
    func field(_ size: Int, isRelative: Bool) -> Field? {
      size == 0 ? nil : Field(offset: reader.index - start, size: size, isRelative: isRelative)
    }
    displacement = field(memory.size, isRelative: memory.isRelative)
    reader.index += memory.size
    immediate = field(form.immediate, isRelative: form.isJump)
    reader.index += form.immediate
    length = reader.index - start
    (isNew, asksProcessor) = (reader.isNew, reader.asksProcessor)
    guard reader.index <= code.count, length <= 15 else { return nil }
  }

  /// The target of the address that a number of it is or leads to; nil if it is a plain number. `code` is that of the
  /// function at the address `function` of a program; the instruction has the index `start` in it.
  func target(
    of field: Field, in code: [UInt8], at start: Int, from function: UInt64, of program: ProgramCode
  ) -> ProgramCode.AddressTarget? {
    // An address itself has four bytes or eight, and is there only if the program's place is fixed.
    guard field.isRelative || field.size >= 4 && program.file.isFixed else { return nil }
    let number = ProgramCode.signed(code[(start + field.offset)...].prefix(field.size))
    return program.target(
      of: field.isRelative ? function &+ UInt64(start + length) &+ number : number)
  }

  /// An instruction's bytes from its opcode on.
  private static func operation(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop {
      [0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0x66, 0xF2, 0xF3].contains($0)
        || (0x40...0x4F).contains($0)
    }
  }

  /// Returns whether an instruction only fills up space.
  static func doesNothing(_ bytes: ArraySlice<UInt8>) -> Bool {
    let operation = operation(bytes)
    return operation.first == 0x90 || operation.starts(with: [0x0F, 0x1F])
  }

  /// Returns whether what follows an instruction is not run after it: a return, a jump, a trap, or a call, which
  /// compilers put at a function's end only if it does not return.
  static func endsPath(_ bytes: ArraySlice<UInt8>) -> Bool {
    let operation = operation(bytes)
    switch operation.first {
    case 0xC2, 0xC3, 0xCA, 0xCB, 0xCC, 0xCF, 0xE8, 0xE9, 0xEB, 0xF4: return true
    case 0x0F: return [0x0B, 0xB9, 0xFF].contains(operation.dropFirst().first)
    case 0xFF: return operation.dropFirst().first.map { (2...5).contains($0 >> 3 & 7) } ?? false
    default: return false
    }
  }
}

/// The operands and numbers that follow an opcode.
private struct InstructionForm {
  /// A Boolean value indicating whether a byte names its registers and its memory (ModRM).
  var hasOperands = false
  /// The size of the number at the end.
  var immediate = 0
  var isJump = false

  static let plain = InstructionForm()
  static let operands = InstructionForm(hasOperands: true)
  static func jump(_ size: Int) -> InstructionForm {
    InstructionForm(immediate: size, isJump: true)
  }
  static func number(_ size: Int) -> InstructionForm { InstructionForm(immediate: size) }
  static func operands(_ size: Int) -> InstructionForm {
    InstructionForm(hasOperands: true, immediate: size)
  }
}

/// Reads an instruction by the maps of opcodes in appendix A of Intel's manual, volume 2.
private struct InstructionReader {
  let code: [UInt8]
  var index: Int
  /// A Boolean value indicating whether a usual number has two bytes instead of four (prefix 66).
  var isShort = false
  /// A Boolean value indicating whether an address has four bytes instead of eight (prefix 67).
  var isShortAddress = false
  /// A Boolean value indicating whether operands have eight bytes (REX.W).
  var isWide = false
  /// See ``Instruction/isNew``.
  var isNew = false
  /// See ``Instruction/asksProcessor``.
  var asksProcessor = false

  init(code: [UInt8], index: Int) { (self.code, self.index) = (code, index) }

  private var usual: Int { isShort && !isWide ? 2 : 4 }

  /// The next byte, ModRM: whether it names a register alone, and its middle part, which may belong to the opcode.
  private var operand: (isRegister: Bool, part: UInt8) {
    index < code.count ? (code[index] >> 6 == 3, code[index] >> 3 & 7) : (false, 0)
  }

  private mutating func next() -> UInt8? {
    guard index < code.count else { return nil }
    defer { index += 1 }
    return code[index]
  }

  /// Reads what precedes ModRM.
  mutating func form() -> InstructionForm? {
    while let byte = next() {
      switch byte {
      case 0x66: isShort = true
      case 0x67: isShortAddress = true
      case 0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0xF0, 0xF2, 0xF3: break
      case 0x40...0x4F:
        // Other prefixes don't follow it in what compilers make.
        isWide = byte & 8 != 0
        return next().flatMap { $0 == 0x0F ? longForm() : shortForm($0) }
      case 0x0F: return longForm()
      case 0xC5: return next() == nil ? nil : vectorForm(map: 1)
      case 0xC4:
        guard let first = next(), let second = next() else { return nil }
        if index < code.count { isNew = isNewVector(first & 0x1F, isLong: second & 4 != 0) }
        return vectorForm(map: first & 0x1F)
      case 0x62:
        // AVX-512.
        isNew = true
        guard let first = next(), next() != nil, next() != nil else { return nil }
        return vectorForm(map: first & 7)
      default: return shortForm(byte)
      }
    }
    return nil
  }

  /// Opcodes of one byte.
  private func shortForm(_ byte: UInt8) -> InstructionForm? {
    switch byte {
    case 0x00...0x3F:
      switch byte & 7 {
      case 0...3: .operands
      case 4: .number(1)
      case 5: .number(usual)
      default: nil
      }
    case 0x63, 0x84...0x8E, 0xD0...0xD3, 0xD8...0xDF, 0xFE, 0xFF: .operands
    // AMD's XOP shares this opcode.
    case 0x8F: operand.part == 0 ? .operands : nil
    case 0x69, 0x81: .operands(usual)
    case 0x6B, 0x80, 0x83, 0xC0, 0xC1, 0xC6: .operands(1)
    case 0xC7:
      // Number 7 starts a transaction, and jumps there if it fails.
      InstructionForm(
        hasOperands: true, immediate: usual, isJump: operand.isRegister && operand.part == 7)
    case 0xF6: operand.part < 2 ? .operands(1) : .operands
    case 0xF7: operand.part < 2 ? .operands(usual) : .operands
    case 0x68, 0xA9: .number(usual)
    case 0x6A, 0xA8, 0xB0...0xB7, 0xCD, 0xE4...0xE7: .number(1)
    case 0xB8...0xBF: .number(isWide ? 8 : usual)
    case 0xA0...0xA3: .number(isShortAddress ? 4 : 8)
    case 0xC2, 0xCA: .number(2)
    case 0xC8: .number(3)
    case 0x70...0x7F, 0xE0...0xE3, 0xEB: .jump(1)
    case 0xE8, 0xE9: .jump(4)
    case 0x50...0x5F, 0x6C...0x6F, 0x90...0x99, 0x9B...0x9F, 0xA4...0xA7, 0xAA...0xAF, 0xC3, 0xC9,
      0xCB, 0xCC, 0xCF, 0xD7, 0xEC...0xEF, 0xF1, 0xF4, 0xF5, 0xF8...0xFD:
      .plain
    default: nil
    }
  }

  /// Opcodes after 0F.
  private mutating func longForm() -> InstructionForm? {
    guard let byte = next() else { return nil }
    if index < code.count {
      // SHA and GFNI.
      isNew =
        byte == 0x38 && [0xC8...0xCD, 0xCF...0xCF].contains { $0.contains(code[index]) }
        || byte == 0x3A && (0xCC...0xCF).contains(code[index])
    }
    // `cpuid`, and `xgetbv`.
    asksProcessor = byte == 0xA2 || byte == 0x01 && index < code.count && code[index] == 0xD0
    return switch byte {
    case 0x38: next() == nil ? nil : .operands
    case 0x3A: next() == nil ? nil : .operands(1)
    case 0x80...0x8F: .jump(4)
    case 0x70...0x73, 0xA4, 0xAC, 0xBA, 0xC2, 0xC4...0xC6: .operands(1)
    case 0x05...0x09, 0x0B, 0x30...0x35, 0x37, 0x77, 0xA0...0xA2, 0xA8...0xAA, 0xC8...0xCF: .plain
    case 0x00...0x03, 0x0D, 0x10...0x1F, 0x28...0x2F, 0x40...0x6F, 0x74...0x76, 0x79, 0x7C...0x7F,
      0x90...0x9F, 0xA3, 0xA5, 0xAB, 0xAD...0xB9, 0xBB...0xC1, 0xC3, 0xC7, 0xD0...0xFF:
      .operands
    default: nil
    }
  }

  /// Returns whether the next byte is an opcode that came after AVX2: AMX, VNNI, IFMA, SHA-512, SM3, SM4 and GFNI, and
  /// AES and multiplication without carry of 256 bits.
  private func isNewVector(_ map: UInt8, isLong: Bool) -> Bool {
    switch (map, code[index]) {
    case (2, 0x48...0x53), (2, 0x5C...0x6F), (2, 0xB0...0xB5), (2, 0xCB...0xDA): true
    case (2, 0xDC...0xDF), (3, 0x44): isLong
    case (3, 0xCE...0xDE), (5..., _): true
    default: false
    }
  }

  /// Opcodes of the vector extensions: VEX and EVEX.
  private mutating func vectorForm(map: UInt8) -> InstructionForm? {
    guard let byte = next() else { return nil }
    return switch map {
    // `vzeroupper`.
    case 1 where byte == 0x77: .plain
    case 1 where (0x70...0x73).contains(byte) || byte == 0xC2 || (0xC4...0xC6).contains(byte):
      .operands(1)
    case 1, 2, 5, 6: .operands
    case 3: .operands(1)
    default: nil
    }
  }

  /// Reads ModRM and what it adds. Gives the size of the displacement, and whether it is a distance from here.
  mutating func memory(of form: InstructionForm) -> (size: Int, isRelative: Bool)? {
    guard form.hasOperands else { return (0, false) }
    guard let byte = next() else { return nil }
    let (mode, base) = (byte >> 6, byte & 7)
    if mode == 3 { return (0, false) }
    var isIndexed = false
    if base == 4 {
      guard let scaled = next() else { return nil }
      isIndexed = scaled & 7 == 5
    }
    return switch mode {
    case 1: (1, false)
    case 2: (4, false)
    default: base == 5 ? (4, true) : (isIndexed ? 4 : 0, false)
    }
  }
}
