/// A line of a disassembly; of the others there is nothing to learn.
enum DisassemblyLine {
  /// The code of this symbol follows.
  case function(UnsafeRawBufferPointer)
  /// An instruction.
  case instruction(address: UInt64, name: Mnemonic, Operands)

  /// Reads `0000000000001740 <symbol>:` or `    1749:<tab>ud2`.
  init?(_ line: UnsafeRawBufferPointer) {
    var rest = line[...]
    rest = rest.drop(while: Self.isBlank)
    let start = rest.startIndex
    var address: UInt64 = 0
    while let digit = rest.first.flatMap(Self.hexadecimal) {
      address = address << 4 | UInt64(digit)
      rest.removeFirst()
    }
    guard rest.startIndex > start, let sign = rest.popFirst() else { return nil }
    if sign == UInt8(ascii: " "), rest.first == UInt8(ascii: "<"), rest.count > 3,
      rest.suffix(2).elementsEqual(">:".utf8)
    {
      self = .function(UnsafeRawBufferPointer(rebasing: rest.dropFirst().dropLast(2)))
      return
    }
    guard sign == UInt8(ascii: ":") else { return nil }
    rest = rest.drop(while: Self.isBlank)
    let name = rest.prefix { !Self.isBlank($0) }
    guard !name.isEmpty else { return nil }
    let operands = rest[name.endIndex...].drop(while: Self.isBlank)
    self = .instruction(
      address: address, name: Mnemonic(UnsafeRawBufferPointer(rebasing: name)),
      Operands(UnsafeRawBufferPointer(rebasing: operands)))
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The value of a digit, or nil where it is none.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
