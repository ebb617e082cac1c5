import Foundation

/// An answer to a request.
public struct SiteAnswer: Sendable, Equatable {
  /// The HTTP status code.
  public var status: Int
  /// The header fields.
  public var fields: [String: String]
  /// The body.
  public var body: Data

  /// An answer with that content type.
  public init(_ status: Int, type: String, _ body: Data, fields: [String: String] = [:]) {
    self.status = status
    self.body = body
    // A page may not be embedded in another, and declares what it may load. Nothing else that is served may
    // load or run anything.
    let isPage = type.hasPrefix("text/html")
    self.fields = [
      "Content-Type": type,
      "Content-Security-Policy": isPage
        ? "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
        : "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    ].merging(fields) { $1 }
  }

  /// A page.
  public static func page(_ html: String, status: Int = 200) -> SiteAnswer {
    SiteAnswer(status, type: "text/html; charset=utf-8", Data(html.utf8))
  }

  /// A sentence that says why there is no other answer.
  public static func refusal(_ status: Int, _ sentence: String) -> SiteAnswer {
    SiteAnswer(status, type: "text/plain; charset=utf-8", Data((sentence + "\n").utf8))
  }

  /// A redirection to another page of this site. This program makes the path, from percent-encoded names and numbers.
  static func redirection(to path: String, fields: [String: String] = [:]) -> SiteAnswer {
    SiteAnswer(
      303, type: "text/plain; charset=utf-8", Data(),
      fields: fields.merging(["Location": path]) { $1 })
  }

  static let notFound = refusal(404, "There is nothing here.")
}
