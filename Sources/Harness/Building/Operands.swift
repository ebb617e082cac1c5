import Glibc

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

  /// Whether they start with this.
  func begin(_ words: StaticString) -> Bool {
    words.withUTF8Buffer { text.starts(with: $0) }
  }
}
