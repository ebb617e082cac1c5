import Foundation
import Reporting

/// A whole page in one file: style and script inside, and a policy that lets nothing else in.
struct HTMLPage {
  let title: String
  /// After how many seconds the page loads itself again; nil for never.
  var reload: Int?
  let body: HTML

  private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
  private static let script = String(decoding: PackageResources.page_js, as: UTF8.self)

  /// Hashes of just this style and script: were markup ever let through by mistake, it could still
  /// neither run nor load anything.
  private static let policy = """
    default-src 'none'; script-src \(ContentHash.source(of: script)); \
    style-src \(ContentHash.source(of: style)); img-src data:; base-uri 'none'; form-action 'none'
    """

  /// The file's text.
  var text: String {
    let page = HTML("html", ["lang": "en"]) {
      HTML("head") {
        HTML(empty: "meta", ["charset": "utf-8"])
        HTML(empty: "meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
        HTML(empty: "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        HTML(empty: "meta", ["name": "color-scheme", "content": "light dark"])
        HTML("title") { title }
        HTML("style") { HTML(part: Self.style) }
      }
      HTML("body", ["data-reload": reload.map(String.init)]) {
        body
        HTML("script") { HTML(part: Self.script) }
      }
    }
    return "<!doctype html>\n\(page.markup)\n"
  }
}
