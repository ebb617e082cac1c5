import Foundation
import Reporting
import Rounding

/// A file that a page carries inside, or that lies beside it.
struct DataFile {
  let name: String
  /// Such as `text/csv`.
  let type: String
  let text: String
  /// Whether the page has no more than a link to it.
  var isBeside = false

  /// A link that saves it.
  var link: HTML {
    HTML("a", ["class": "download", "download": name, "href": isBeside ? name : inside]) {
      name
      HTML("span", ["class": "unit"]) { " \(Self.size(text.utf8.count))" }
    }
  }

  private var inside: String {
    "data:\(type);charset=utf-8;base64,\(Data(text.utf8).base64EncodedString())"
  }

  private static func size(_ bytes: Int) -> String {
    let format = NumberFormat.coarse
    return bytes < 1_000_000
      ? "\(format.string(for: max(0.1, Double(bytes) / 1e3))) kB"
      : "\(format.string(for: Double(bytes) / 1e6)) MB"
  }
}
