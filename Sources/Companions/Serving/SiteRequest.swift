import Foundation

/// A request before it is checked.
public struct SiteRequest: Sendable, Equatable {
  /// The method, such as `GET`.
  public let method: String
  /// The target as in the request: a path, and perhaps a query.
  public let target: String
  /// The relevant header fields, by their names in lower case; the first of each.
  public let fields: [String: String]
  /// The body.
  public let body: Data

  /// A request.
  public init(
    _ method: String, _ target: String, fields: [String: String] = [:], body: Data = Data()
  ) {
    (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
  }

  /// The names of the relevant fields.
  public static let fieldNames = ["host", "origin", "cookie", "authorization", "content-type"]

  /// The value of a cookie; nil if it was not sent.
  func cookie(_ name: String) -> String? {
    for cookie in (fields["cookie"] ?? "").split(separator: ";") {
      let sides = cookie.split(separator: "=", maxSplits: 1)
      if sides.count == 2, sides[0].trimmingCharacters(in: .whitespaces) == name {
        return String(sides[1])
      }
    }
    return nil
  }
}

/// The parsed target: the parts of its path, and the values of its query.
public struct SitePath: Sendable, Equatable {
  /// The parts between slashes, decoded; the last one is empty if the path ends in a slash.
  public let parts: [String]
  /// The query's values by their names; the last of each.
  public let query: [String: String]

  /// Reads a target; nil if it is invalid: if it leads upwards, holds control characters, or is encoded
  /// wrongly.
  public init?(_ target: String) {
    guard target.utf8.count <= 4096, target.hasPrefix("/") else { return nil }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var parts: [String] = []
    for raw in halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let part = String(raw).removingPercentEncoding, Self.isHarmless(part) else {
        return nil
      }
      parts.append(part)
    }
    guard !parts.dropLast().contains(""), let query = FormText(halves.count > 1 ? halves[1] : "")
    else { return nil }
    self.parts = parts
    self.query = query.values
  }

  /// The same target without one value of the query; letters and digits are not encoded.
  func target(without name: String) -> String {
    let path = "/" + parts.map(Self.encoded).joined(separator: "/")
    let values = query.filter { $0.key != name }.sorted { $0.key < $1.key }
      .map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
    return values.isEmpty ? path : "\(path)?\(values.joined(separator: "&"))"
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// Those of RFC 3986, section 2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

  private static func isHarmless(_ part: String) -> Bool {
    !part.hasPrefix(".")
      && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "/" && $0 != "\u{7f}" }
  }
}

/// The content of a form or a query: `story=list&state=fixed`.
struct FormText {
  let values: [String: String]

  /// Reads it; nil if it is encoded wrongly.
  init?(_ text: Substring) {
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = sides[0], let value = sides.count > 1 ? sides[1] : "" else { return nil }
      values[name] = value
    }
    self.values = values
  }
}
