/// A typed search, as its stages: from the best fit to the last, which finds all that
/// the others find.
struct SearchExpression {
  /// Finds what the last stage finds, sooner; nil where one word was typed.
  let severalWords: SearchStage?
  private let beginning: SearchStage
  private let wordBeginnings: SearchStage
  private let anywhere: SearchStage

  /// Nil where no word was typed.
  init?(_ typed: String) {
    let text = SearchText(typed)
    guard let first = text.words.first else { return nil }
    wordBeginnings = SearchStage(text.wordBeginnings)
    anywhere = SearchStage(text.anywhere)
    if text.words.count == 1 {
      beginning = SearchStage([text.beginning])
      severalWords = nil
    } else {
      // What stands between two words stands so in almost every text.
      let words = [SearchText.beginning(first)] + text.wordBeginnings.dropFirst()
      beginning = SearchStage([text.beginning], asking: words)
      // FTS5 goes through all texts with each three letters it is asked for.
      let ends = text.anywhere.flatMap { $0.count > 3 ? [$0.prefix(3), $0.suffix(3)] : [$0[...]] }
      severalWords = SearchStage(text.anywhere, asking: ends.map(Array.init))
    }
  }

  /// Texts in which a word begins like each of those typed come before those that hold each of
  /// them; names that begin like all that was typed before both.
  func stages(in table: SearchTable) -> [SearchStage] {
    switch table {
    case .files: [beginning, wordBeginnings, anywhere]
    case .stickers: [wordBeginnings, anywhere]
    }
  }
}
