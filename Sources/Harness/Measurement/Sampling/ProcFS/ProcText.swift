import Glibc
import SystemPackage

/// The text of a /proc file, with parsers for the few layouts of such files.
///
/// It points into the file's buffer and is valid only while the file is being read.
public struct ProcText {
  let bytes: UnsafeRawBufferPointer
  let path: FilePath

  /// Creates the text of the file at `path`, which error messages name.
  package init(bytes: UnsafeRawBufferPointer, path: FilePath) {
    self.bytes = bytes
    self.path = path
  }

  /// The whole text.
  public var whole: String { String(decoding: bytes, as: UTF8.self) }

  /// The number after `key`, which must be at the start of a line: `VmHWM:   1234 kB`.
  /// - Throws: ``SamplingError/malformed(path:missing:)`` if there is no such line.
  public func number(after key: StaticString) throws(SamplingError) -> Int64 {
    guard let value = numberIfPresent(after: key) else {
      throw .malformed(path: path, missing: "\(key)")
    }
    return value
  }

  /// The number after `key` at the start of a line, or nil.
  public func numberIfPresent(after key: StaticString) -> Int64? {
    guard let text = bytes.baseAddress else { return nil }
    let length = key.utf8CodeUnitCount
    var line = 0
    // The C library compares many bytes at once, which matters as files are searched for every sample.
    while line + length <= bytes.count {
      if memcmp(text + line, key.utf8Start, length) == 0 {
        var position = line + length
        return number(at: &position)
      }
      guard let end = memchr(text + line, Int32(UInt8(ascii: "\n")), bytes.count - line) else {
        return nil
      }
      line = UnsafeRawPointer(end) - text + 1
    }
    return nil
  }

  /// The first number right after `text`, anywhere, or nil.
  public func numberIfPresent(behind text: StaticString) -> Int64? {
    let text = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard text.count <= bytes.count else { return nil }
    for start in 0...bytes.count - text.count
    where bytes[start..<start + text.count].elementsEqual(text) {
      var position = start + text.count
      return number(at: &position)
    }
    return nil
  }

  /// Up to `count` whole numbers from `start` on, separated by blanks; fewer if the line ends.
  public func numbers(from start: Int = 0, count: Int) -> [Int64] {
    var position = start
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    while numbers.count < count, let next = number(at: &position) { numbers.append(next) }
    return numbers
  }

  /// As many numbers as the caller has room for, without allocating memory; nil if there are fewer.
  /// For files read for every sample.
  func numbers<let count: Int>(from start: Int = 0) -> InlineArray<count, Int64>? {
    var position = start
    var numbers = InlineArray<count, Int64>(repeating: 0)
    for index in numbers.indices {
      guard let next = number(at: &position) else { return nil }
      numbers[index] = next
    }
    return numbers
  }

  /// The offset after the last occurrence of `byte`, or nil.
  public func offset(afterLast byte: Unicode.Scalar) -> Int? {
    bytes.lastIndex(of: UInt8(ascii: byte)).map { $0 + 1 }
  }

  /// The number with two decimals after `key` at the start of a line, as the kernel writes loads
  /// and shares: `some avg10=1.25`. Nil if there is none.
  public func decimalIfPresent(after key: String) -> Double? {
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
    let number = line.dropFirst(key.count).prefix { $0.isNumber || $0 == "." }
    // Not "1." or ".5", which no kernel writes.
    guard number.first != ".", number.last != "." else { return nil }
    return Double(number)
  }

  /// Returns the text after `key`, which begins a line, and a colon: `model name\t: AMD EPYC`.
  public func words(after key: String) -> String? {
    guard let line = lines.first(where: { $0.hasPrefix(key) }),
      let colon = line.firstIndex(of: ":")
    else { return nil }
    return line[line.index(after: colon)...].drop(while: \.isWhitespace).description
  }

  /// The lines, for files that are read rarely.
  public var lines: [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n") }

  /// The next number at or after `position`, with only blanks before it.
  private func number(at position: inout Int) -> Int64? {
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
    var negative = false
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
      negative = true
      position += 1
    }
    var value: Int64 = 0
    let first = position
    while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10
    {
      // Counters above 63 bits do not occur; wrapping avoids a trap on a malformed file.
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
    return position == first ? nil : (negative ? 0 &- value : value)
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
