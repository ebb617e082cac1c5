import Foundation

/// JSON as all exports write it: keys sorted, so that equal results are equal files.
enum ExportedJSON {
  static func text(_ value: some Encodable, format: String) throws(ExportError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      // All that such values can be refused for.
      throw .notFinite(format: format)
    }
  }
}
