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

/// The values of many texts, in their order, read as one: to begin anew for each takes as long as to
/// read it.
func decodedAll<Value: Decodable>(_ texts: [String?]) throws -> [Value?] {
  let all = "[\(texts.map { $0 ?? "null" }.joined(separator: ","))]"
  if let values = try? JSONDecoder().decode([Value?].self, from: Data(all.utf8)),
    values.count == texts.count
  {
    return values
  }
  // One of them is damaged: which is told by reading them one by one.
  return try texts.map { try $0.map(decoded) }
}

/// Reads texts of which many are equal, each once.
struct DecodedTexts<Value: Decodable> {
  private var known: [String: Value] = [:]

  /// A text's value, or nil for none.
  mutating func value(of text: String?) throws -> Value? {
    guard let text else { return nil }
    if let value = known[text] { return value }
    let value: Value = try decoded(text)
    known[text] = value
    return value
  }
}
