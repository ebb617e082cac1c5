import Foundation

/// A request as it came, before anybody believes it.
public struct SiteRequest: Sendable, Equatable {
  /// The method, such as `GET`.
  public let method: String
  /// The target as it stands in the request: a path, and perhaps a query.
  public let target: String
  /// The header fields that matter, by their names in small letters; the first of each.
  public let fields: [String: String]
  /// What was sent with it.
  public let body: Data

  /// A request.
  public init(
    _ method: String, _ target: String, fields: [String: String] = [:], body: Data = Data()
  ) {
    (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
  }

  /// The fields that ``init(_:_:fields:body:)`` is to be given.
  public static let fieldNames = ["host", "origin", "cookie", "authorization", "content-type"]

  /// The value of a cookie; nil where it was not sent.
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

/// The way that a target names: the parts of its path, and what its query says.
public struct SitePath: Sendable, Equatable {
  /// The parts between slashes, decoded; the last one is empty where the path ends in a slash.
  public let parts: [String]
  /// The query's values by their names; the last of each.
  public let query: [String: String]

  /// Reads a target; nil where it is no path of ours: one that leads up, holds control characters, or is
  /// encoded wrongly.
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

  /// The target that names the same, but for a value of the query; letters and digits stand for themselves.
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

/// What a form or a query holds: `story=list&state=fixed`.
struct FormText {
  let values: [String: String]

  /// Reads it; nil where it is encoded wrongly.
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
