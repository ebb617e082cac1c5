import Foundation

/// JSON text of a value.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value that JSON text holds.
func decoded<Value: Decodable>(_ text: String) throws -> Value {
  do {
    return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  } catch {
    throw StoreError.damaged(what: "the text \(text.prefix(80))")
  }
}
