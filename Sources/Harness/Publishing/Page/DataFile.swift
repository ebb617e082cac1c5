import Foundation
import Reporting
import Rounding

/// A file that a page carries inside.
struct DataFile {
  let name: String
  /// Such as `text/csv`.
  let type: String
  let text: String

  /// A link that saves it.
  var link: HTML {
    let bytes = Data(text.utf8)
    return HTML(
      "a",
      [
        "class": "download", "download": name,
        "href": "data:\(type);charset=utf-8;base64,\(bytes.base64EncodedString())",
      ]
    ) {
      name
      HTML("span", ["class": "unit"]) { " \(Self.size(bytes.count))" }
    }
  }

  private static func size(_ bytes: Int) -> String {
    let format = NumberFormat.coarse
    return bytes < 1_000_000
      ? "\(format.string(for: max(0.1, Double(bytes) / 1e3))) kB"
      : "\(format.string(for: Double(bytes) / 1e6)) MB"
  }
}
