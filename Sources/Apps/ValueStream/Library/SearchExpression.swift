/// What FTS5 is asked for. All that was typed stands in quotation marks, where nothing but the
/// mark itself has a meaning, so that `*`, `^`, `NEAR` and the like are plain text.
struct SearchExpression {
  /// Texts that may begin like the one typed: their first three characters do, and one of their
  /// words.
  ///
  /// FTS5 has `^` for the beginning of a text, but would then go through all texts that have the
  /// words elsewhere, where none begins with them.
  let beginning: String
  /// What the indexed texts begin with that begin like the one typed; nil where ``beginning`` finds
  /// no others.
  let indexedBeginning: String?
  /// Texts in which a word begins like each of those typed.
  let wordBeginnings: String
  /// Texts that hold each of the words typed.
  let anywhere: String

  /// Nil where no word was typed.
  init?(_ typed: String) {
    let text = SearchText(typed)
    guard !text.words.isEmpty else { return nil }
    let firstLetters = Self.phrase(text.firstLetters)
    if text.isShort {
      beginning = firstLetters
      indexedBeginning = nil
    } else {
      beginning = firstLetters + " AND " + Self.phrase(text.beginning)
      indexedBeginning = SearchText.string(text.beginning)
    }
    wordBeginnings = text.wordBeginnings.map(Self.phrase).joined(separator: " AND ")
    anywhere = text.anywhere.map(Self.phrase).joined(separator: " AND ")
  }

  private static func phrase(_ scalars: [Unicode.Scalar]) -> String {
    "\"" + SearchText.string(scalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }) + "\""
  }
}
