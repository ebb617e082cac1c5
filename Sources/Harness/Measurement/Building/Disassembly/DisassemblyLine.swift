import Glibc

/// A line of a disassembly; other lines are not needed.
enum DisassemblyLine {
  /// The code of this symbol follows.
  case function(UnsafeRawBufferPointer)
  case instruction(address: UInt64, name: Mnemonic, Operands)

  /// Parses `0000000000001740 <symbol>:` or `    1749:<tab>ud2`.
  ///
  /// Plain loops, because there are hundreds of thousands of lines, which an unoptimised build of
  /// Rehearse must process too.
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

  /// The value of a digit, or nil if it is none.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let (zero, a) = (UInt8(ascii: "0"), UInt8(ascii: "a"))
    if byte >= zero, byte <= zero + 9 { return byte - zero }
    return byte >= a && byte <= a + 5 ? byte - a + 10 : nil
  }
}

/// An instruction's name, packed into a number because a program has hundreds of thousands.
struct Mnemonic: Hashable, ExpressibleByStringLiteral {
  private let letters: UInt64

  init(stringLiteral name: StaticString) {
    letters = name.withUTF8Buffer { Self.packed(UnsafeRawBufferPointer($0)) }
  }

  /// The name in bytes; names above eight letters are never asked for.
  init(_ name: UnsafeRawBufferPointer) {
    letters = Self.packed(name)
  }

  /// The same name without its last letter.
  var shortened: Mnemonic { Mnemonic(letters: letters >> 8) }

  private init(letters: UInt64) { self.letters = letters }

  private static func packed(_ name: UnsafeRawBufferPointer) -> UInt64 {
    guard name.count <= 8 else { return 0 }
    var letters: UInt64 = 0
    for index in 0..<name.count { letters = letters << 8 | UInt64(name[index]) }
    return letters
  }
}

/// The text after an instruction's name.
struct Operands {
  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The target of a jump: the number before `<symbol+0x9>`.
  var target: UInt64? {
    guard let bracket = text.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    var address: UInt64 = 0
    var shift: UInt64 = 0
    var index = bracket - 1
    while index >= 0, DisassemblyLine.isBlank(text[index]) { index -= 1 }
    while index >= 0, shift < 64, let digit = DisassemblyLine.hexadecimal(text[index]) {
      address |= UInt64(digit) << shift
      shift += 4
      index -= 1
    }
    return shift > 0 ? address : nil
  }

  func contain(_ words: StaticString) -> Bool {
    guard let start = text.baseAddress else { return false }
    var rest = text.count
    while rest >= words.utf8CodeUnitCount,
      let found = memchr(start + (text.count - rest), CInt(words.utf8Start.pointee), rest)
    {
      rest = text.count - (UnsafeRawPointer(found) - start)
      if rest >= words.utf8CodeUnitCount,
        memcmp(found, words.utf8Start, words.utf8CodeUnitCount) == 0
      {
        return true
      }
      rest -= 1
    }
    return false
  }

  func begin(_ words: StaticString) -> Bool { words.withUTF8Buffer { text.starts(with: $0) } }
}
