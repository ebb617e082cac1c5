/// A piece of a page.
///
/// Text becomes markup only by being escaped, and the names of elements and attributes are literals of the
/// program. So any name or message is shown and never interpreted.
///
///     HTML("p", ["class": "note"]) { "Means of <all> runs" }
///
/// Written by hand: no HTML library is available where this is built, and template engines find a mistake
/// only when the page is written.
public struct HTML: Hashable, Sendable {
  /// The piece as markup.
  public let markup: String

  private init(markup: String) { self.markup = markup }

  /// Text on one line, made harmless like that of every table.
  public init(_ text: String) { self.init(markup: Self.escaped(PlainLine(text).description)) }

  /// Text whose line breaks are kept, for `pre`.
  public init(lines text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.init(
      markup: lines.map { Self.escaped(PlainLine(String($0)).description) }.joined(separator: "\n"))
  }

  /// Markup that is part of the program, such as its script, or that it generated, such as a picture: never
  /// input.
  public init(part markup: String) { self.init(markup: markup) }

  /// Pieces one after the other.
  public init(joined pieces: [HTML]) { self.init(markup: pieces.map(\.markup).joined()) }

  /// An element. Attributes without a value are left out.
  public init(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    @HTMLBuilder content: () throws -> HTML
  ) rethrows {
    self.init(markup: "<\(name)\(Self.list(attributes))>\(try content().markup)</\(name)>")
  }

  /// An element that has no content, such as `meta`.
  public init(empty name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) {
    self.init(markup: "<\(name)\(Self.list(attributes))>")
  }

  private static func list(_ attributes: KeyValuePairs<StaticString, String?>) -> String {
    attributes.map { name, value in
      value.map { " \(name)=\"\(escaped(PlainLine($0).description))\"" } ?? ""
    }.joined()
  }

  private static func escaped(_ text: String) -> String { text.escaped(signs) }

  private static let signs: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]
}

/// Joins pieces of a page; text among them is escaped.
@resultBuilder
public enum HTMLBuilder {
  /// A piece.
  public static func buildExpression(_ piece: HTML) -> HTML { piece }

  /// Pieces in order.
  public static func buildExpression(_ pieces: [HTML]) -> HTML { HTML(joined: pieces) }

  /// Text.
  public static func buildExpression(_ text: String) -> HTML { HTML(text) }

  /// Pieces in order.
  public static func buildBlock(_ pieces: HTML...) -> HTML { HTML(joined: pieces) }

  /// Returns a piece that depends on a condition.
  public static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML(joined: []) }

  /// Pieces from a loop.
  public static func buildArray(_ pieces: [HTML]) -> HTML { HTML(joined: pieces) }
}
