/// A line of a disassembly; of the others there is nothing to learn.
enum DisassemblyLine {
  /// The code of this symbol follows.
  case function(UnsafeRawBufferPointer)
  /// An instruction.
  case instruction(address: UInt64, name: Mnemonic, Operands)

  /// Reads `0000000000001740 <symbol>:` or `    1749:<tab>ud2`.
  ///
  /// Plain loops: there are hundreds of thousands of lines, which a build of Rehearse that is not
  /// optimised has to get through too.
  init?(_ line: UnsafeRawBufferPointer) {
    let start = Self.end(ofBlanksIn: line, from: 0)
    var index = start
    var address: UInt64 = 0
    while index < line.count, let digit = Self.hexadecimal(line[index]) {
      address = address << 4 | UInt64(digit)
      index += 1
    }
    guard index > start, index + 1 < line.count else { return nil }
    if line[index] == UInt8(ascii: " ") {
      guard line[index + 1] == UInt8(ascii: "<"), index + 4 < line.count,
        line[line.count - 2] == UInt8(ascii: ">"), line[line.count - 1] == UInt8(ascii: ":")
      else { return nil }
      self = .function(UnsafeRawBufferPointer(rebasing: line[(index + 2)..<(line.count - 2)]))
      return
    }
    guard line[index] == UInt8(ascii: ":") else { return nil }
    let name = Self.end(ofBlanksIn: line, from: index + 1)
    var end = name
    while end < line.count, !Self.isBlank(line[end]) { end += 1 }
    guard end > name else { return nil }
    let operands = Self.end(ofBlanksIn: line, from: end)
    self = .instruction(
      address: address, name: Mnemonic(UnsafeRawBufferPointer(rebasing: line[name..<end])),
      Operands(UnsafeRawBufferPointer(rebasing: line[operands...])))
  }

  private static func end(ofBlanksIn line: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < line.count, isBlank(line[index]) { index += 1 }
    return index
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The value of a digit, or nil where it is none.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let (zero, a) = (UInt8(ascii: "0"), UInt8(ascii: "a"))
    if byte >= zero, byte <= zero + 9 { return byte - zero }
    return byte >= a && byte <= a + 5 ? byte - a + 10 : nil
  }
}
