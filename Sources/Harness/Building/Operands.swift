/// What stands behind an instruction's name.
struct Operands {
  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Where a jump goes: the number before `<symbol+0x9>`.
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

  /// Whether this stands in them.
  func contain(_ words: StaticString) -> Bool {
    words.withUTF8Buffer { words in
      var rest = text[...]
      while let start = rest.firstIndex(of: words[0]) {
        rest = rest[start...]
        if rest.starts(with: words) { return true }
        rest.removeFirst()
      }
      return false
    }
  }

  /// Whether they start with this.
  func begin(_ words: StaticString) -> Bool {
    words.withUTF8Buffer { text.starts(with: $0) }
  }
}
