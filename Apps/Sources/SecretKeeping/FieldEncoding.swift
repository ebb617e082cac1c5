/// Texts as bytes: of each a length of four bytes, lowest first, then UTF-8.
enum FieldEncoding {
  static func encode(_ fields: [String]) -> [UInt8] {
    fields.reduce(into: []) { bytes, field in
      bytes += length(field.utf8.count) + Array(field.utf8)
    }
  }

  /// Nil for anything ``encode(_:)`` would not have written.
  static func decode(_ bytes: [UInt8]) -> [String]? {
    var rest = bytes[...]
    var fields: [String] = []
    while let field = takeField(from: &rest) {
      guard let text = String(validating: field, as: UTF8.self) else { return nil }
      fields.append(text)
    }
    return rest.isEmpty ? fields : nil
  }

  static func length(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// Takes a length and as many bytes from the front; nil, and nothing taken, when there are fewer.
  static func takeField(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard rest.count - 4 >= count else { return nil }
    let field = rest.dropFirst(4).prefix(count)
    rest = rest.dropFirst(4 + count)
    return field
  }
}
