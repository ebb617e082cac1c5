/// Puts pieces of a page one after the other; text among them is escaped.
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

  /// What depends on a condition.
  public static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML(joined: []) }

  /// One of two.
  public static func buildEither(first piece: HTML) -> HTML { piece }

  /// The other of two.
  public static func buildEither(second piece: HTML) -> HTML { piece }

  /// One for each of many.
  public static func buildArray(_ pieces: [HTML]) -> HTML { HTML(joined: pieces) }
}
