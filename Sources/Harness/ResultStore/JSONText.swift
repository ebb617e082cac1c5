import Foundation

/// JSON text of a value.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value that JSON text holds; every number in it is one that can be reckoned with.
/// - Throws: ``StoreError/damaged(what:)``.
func decoded<Value: Decodable>(_ text: String) throws -> Value {
  if let number = StoredNumbers.excessive(in: text) {
    throw StoreError.damaged(what: "the number \(number.prefix(80))")
  }
  return try decodedAsItIs(text)
}

/// As ``decoded(_:)``, of what an app has told: whatever numbers it holds are shown and compared alone.
func decodedAsItIs<Value: Decodable>(_ text: String) throws -> Value {
  do {
    return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  } catch {
    throw StoreError.damaged(what: "the text \(text.prefix(80))")
  }
}

/// Which numbers a store may hold: no time, size or count that was ever measured is beyond, and a few of
/// them can be added up or subtracted without a thought. Anybody may have written into the file.
enum StoredNumbers {
  /// 36 years in nanoseconds, an exbibyte, in either direction.
  static let allowed = -(Int64(1) << 60)...(Int64(1) << 60)

  /// The first number of a JSON text that is not allowed.
  static func excessive(in text: String) -> Substring? {
    var text = text[...].utf8
    while let start = text.firstIndex(where: { $0 == quote || isOfNumber($0) }) {
      text = text[start...]
      if text.first == quote {
        text = text.dropFirst()
        while let next = text.popFirst(), next != quote {
          if next == backslash { text = text.dropFirst() }
        }
        continue
      }
      let number = Substring(text.prefix(while: isOfNumber))
      text = text.dropFirst(number.utf8.count)
      let isAllowed = Int64(number).map(allowed.contains) ?? isAllowed(Double(number))
      if !isAllowed { return number }
    }
    return nil
  }

  private static func isAllowed(_ value: Double?) -> Bool {
    // What is no number at all the decoder refuses.
    value.map { abs($0) <= Double(allowed.upperBound) } ?? true
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
