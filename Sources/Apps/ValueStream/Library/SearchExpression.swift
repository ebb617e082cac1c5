/// What FTS5 is asked for. All that was typed stands in quotation marks, where nothing but the
/// mark itself has a meaning, so that `*`, `^`, `NEAR` and the like are plain text.
struct SearchExpression {
  /// Names that begin like the one typed.
  let beginning: String
  /// Texts in which a word begins like each of those typed.
  let wordBeginnings: String
  /// Texts that hold each of the words typed.
  let anywhere: String

  /// Nil where no word was typed.
  init?(_ typed: String) {
    let text = SearchText(typed)
    guard !text.words.isEmpty else { return nil }
    beginning = Self.phrase(text.beginning)
    wordBeginnings = text.wordBeginnings.map(Self.phrase).joined(separator: " AND ")
    anywhere = text.anywhere.map(Self.phrase).joined(separator: " AND ")
  }

  private static func phrase(_ scalars: [Unicode.Scalar]) -> String {
    "\"" + SearchText.string(scalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }) + "\""
  }
}
