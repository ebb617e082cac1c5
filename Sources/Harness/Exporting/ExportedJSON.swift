import Foundation
import Reporting

/// JSON as all exports write it: keys sorted, so that equal results are equal files. It may be printed in a job's log.
enum ExportedJSON {
  static func text(_ value: some Encodable, format: String) throws(ExportError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      return PlainText(json: text).description + "\n"
    } catch {
      // All that such values can be refused for.
      throw .notFinite(format: format)
    }
  }
}
