/// Reads JSON in one pass, as RFC 8259 has it.
///
/// `JSONDecoder` can read any value only by trying each kind, and each that it is not costs an error. Whoever sends the
/// requests of many users would be busy with their answers.
struct JSONParser {
  /// The most lists and objects within each other: more than answers have, and fewer than overflow the stack.
  private static let mostLevels = 100

  /// The error within a text that is no JSON.
  private static let noJSON = ProtocolError(text: "", reason: "it is not JSON.")

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var level = 0

  /// Returns the value of a text in UTF-8; nil if it is not JSON.
  /// - Throws: ``ProtocolError`` if it has too many levels.
  static func value(of text: [UInt8]) throws(ProtocolError) -> JSONValue? {
    do throws(ProtocolError) {
      return try text.withUnsafeBufferPointer { bytes throws(ProtocolError) in
        var parser = JSONParser(bytes: bytes)
        // Windows' byte order mark is no part of the text.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { parser.place = 3 }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.place == bytes.count else { throw Self.noJSON }
        return value
      }
    } catch {
      if error == Self.noJSON { return nil }
      throw ProtocolError(text: String(decoding: text, as: UTF8.self), reason: error.reason)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func value() throws(ProtocolError) -> JSONValue {
    skipSpace()
    guard place < bytes.count else { throw Self.noJSON }
    switch bytes[place] {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .list(try elements())
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func members() throws(ProtocolError) -> [String: JSONValue] {
    try enter()
    var members: [String: JSONValue] = [:]
    if !take("}") {
      repeat {
        skipSpace()
        let name = try text()
        guard take(":") else { throw Self.noJSON }
        members[name] = try value()
      } while take(",")
      guard take("}") else { throw Self.noJSON }
    }
    level -= 1
    return members
  }

  private mutating func elements() throws(ProtocolError) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    if !take("]") {
      repeat { elements.append(try value()) } while take(",")
      guard take("]") else { throw Self.noJSON }
    }
    level -= 1
    return elements
  }

  /// Goes behind the bracket that begins a list or an object.
  private mutating func enter() throws(ProtocolError) {
    place += 1
    level += 1
    guard level <= Self.mostLevels else {
      throw ProtocolError(text: "", reason: "it has more than \(Self.mostLevels) levels.")
    }
  }

  private mutating func text() throws(ProtocolError) -> String {
    guard take("\"") else { throw Self.noJSON }
    let start = place
    // What comes before an escape, and between two.
    var pieces: [UInt8] = []
    var copied = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      guard bytes[place] >= 0x20 else { throw Self.noJSON }
      if bytes[place] == UInt8(ascii: "\\") {
        pieces += bytes[copied..<place]
        try pieces.append(contentsOf: escaped().utf8)
        copied = place
      } else {
        place += 1
      }
    }
    guard place < bytes.count else { throw Self.noJSON }
    let rest = UnsafeBufferPointer(rebasing: bytes[copied..<place])
    place += 1
    let whole =
      copied == start
      ? String(validating: rest, as: UTF8.self) : String(validating: pieces + rest, as: UTF8.self)
    guard let text = whole else { throw Self.noJSON }
    return text
  }

  /// The character of an escape; of one that is written as two halves, both are read.
  private mutating func escaped() throws(ProtocolError) -> String {
    guard place + 1 < bytes.count else { throw Self.noJSON }
    place += 2
    switch bytes[place - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), takeByte("\\"), takeByte("u") {
        units.append(try unit())
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw Self.noJSON }
      return text
    default: throw Self.noJSON
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(ProtocolError) -> UInt16 {
    guard place + 4 <= bytes.count else { throw Self.noJSON }
    var unit: UInt16 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Self.noJSON }
      unit = unit << 4 | UInt16(digit)
    }
    place += 4
    return unit
  }

  private mutating func number() throws(ProtocolError) -> JSONValue {
    let start = place
    takeByte("-")
    let first = place
    guard skipDigits() else { throw Self.noJSON }
    // A number has no zeros before others.
    guard bytes[first] != UInt8(ascii: "0") || place == first + 1 else { throw Self.noJSON }
    var isWhole = true
    if takeByte(".") {
      isWhole = false
      guard skipDigits() else { throw Self.noJSON }
    }
    if takeByte("e") || takeByte("E") {
      isWhole = false
      if !takeByte("+") { takeByte("-") }
      guard skipDigits() else { throw Self.noJSON }
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw Self.noJSON }
    if isWhole, Int128(text).flatMap({ Double(exactly: $0) }) == nil { return .text(text) }
    return Int(exactly: number).map { .integer($0) } ?? .number(number)
  }

  /// Goes behind digits; false if there are none.
  private mutating func skipDigits() -> Bool {
    let start = place
    while place < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place] { place += 1 }
    return place > start
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(ProtocolError) -> JSONValue {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: letters) else { throw Self.noJSON }
    place += letters.count
    return value
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[place]) { place += 1 }
  }

  /// Goes behind a character with the space before it, if that is next; then true.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    return takeByte(character)
  }

  @discardableResult
  private mutating func takeByte(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }
}
