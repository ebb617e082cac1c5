import Foundation
import Recording
import Statistics
import Tables

/// A whole page in one file: style and script inside, and a policy that allows nothing else.
package struct HTMLPage {
  let title: String
  /// The page reloads itself after this many seconds; nil for never.
  let reload: Int?
  /// A Boolean value indicating whether it has forms for its own site.
  let hasForms: Bool
  let body: HTML

  package init(title: String, reload: Int? = nil, hasForms: Bool = false, body: HTML) {
    (self.title, self.reload, self.hasForms, self.body) = (title, reload, hasForms, body)
  }

  private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
  private static let script = [PackageResources.page_js, PackageResources.flame_js]
    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")

  /// Hashes of exactly this style and script: even if markup were let through by mistake, it could neither
  /// run nor load anything.
  private func policy(_ style: String) -> String {
    """
    default-src 'none'; script-src \(Self.source(of: Self.script)); \
    style-src \(Self.source(of: style)); img-src data:; base-uri 'none'; \
    form-action \(hasForms ? "'self'" : "'none'")
    """
  }

  private static func source(of content: String) -> String {
    "'sha256-\(Data(SHA256.digest(of: content)).base64EncodedString())'"
  }

  /// Text as a string of a style sheet: everything except letters, digits and spaces by number, so that it ends
  /// neither the string nor the element.
  private static func quoted(_ text: String) -> String {
    let scalars = PlainLine(text).description.unicodeScalars.map { scalar in
      let isPlain = scalar == " " || scalar.isASCII && scalar.properties.isAlphabetic
      return isPlain || ("0"..."9").contains(scalar)
        ? String(scalar) : "\\\(String(scalar.value, radix: 16)) "
    }
    return "\"\(scalars.joined())\""
  }

  /// The line on every printed sheet: the title, the sheet's number, and the number of sheets.
  private var sheet: String {
    "@page { @top-left { content: \(Self.quoted(title)); font: 8pt sans-serif; color: #444; } "
      + "@bottom-right { content: counter(page) \" / \" counter(pages); font: 8pt sans-serif; "
      + "color: #444; } }\n"
  }

  package var text: String {
    let style = Self.style + sheet
    let page = HTML("html", ["lang": "en"]) {
      HTML("head") {
        HTML(empty: "meta", ["charset": "utf-8"])
        HTML(empty: "meta", ["http-equiv": "Content-Security-Policy", "content": policy(style)])
        HTML(empty: "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        HTML(empty: "meta", ["name": "color-scheme", "content": "light dark"])
        HTML("title") { title }
        HTML("style") { HTML(part: style) }
      }
      HTML("body", ["data-reload": reload.map(String.init)]) {
        body
        HTML("script") { HTML(part: Self.script) }
      }
    }
    return "<!doctype html>\n\(page.markup)\n"
  }
}

/// A file that a page contains, or that is beside it.
struct DataFile {
  let name: String
  /// For example `text/csv`.
  let type: String
  let text: String
  /// A Boolean value indicating whether the page only links to it.
  var isBeside = false

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
