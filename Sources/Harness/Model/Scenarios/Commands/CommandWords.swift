/// Splits the text of a command into words with a shell's quoting rules, but without a shell:
/// nothing is expanded, redirected or piped.
///
/// - Blanks, tabs and line feeds separate words.
/// - `'…'` contains its text unchanged.
/// - `"…"` contains its text too, except that `\"` is a quote and `\\` a backslash.
/// - `\` outside quotes makes the next character literal.
/// - Quoted and other parts without a blank between them are one word: `a'b c'` is `ab c`, and
///   `''` is an empty word.
public struct CommandWords: Sendable, Equatable {
  /// The words; at least one.
  public let words: [String]
  /// The unquoted words that mean something to a shell, such as `|` or `>`.
  public let shellSigns: [String]

  private static let signs: Set<String> = ["|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1"]

  /// Splits a text.
  /// - Throws: ``CommandWordsError``.
  public init(_ text: String) throws(CommandWordsError) {
    var reader = Reader(text)
    while let word = try reader.next() {
      reader.words.append(word.text)
      if !word.isQuoted, Self.signs.contains(word.text) { reader.signs.append(word.text) }
    }
    guard !reader.words.isEmpty else { throw .empty }
    (words, shellSigns) = (reader.words, reader.signs)
  }

  private struct Reader {
    var words: [String] = []
    var signs: [String] = []
    private let text: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    private mutating func take() -> Unicode.Scalar? {
      guard position < text.count else { return nil }
      position += 1
      return text[position - 1]
    }

    mutating func next() throws(CommandWordsError) -> (text: String, isQuoted: Bool)? {
      while position < text.count, " \t\n".unicodeScalars.contains(text[position]) { position += 1 }
      guard position < text.count else { return nil }
      var word = String.UnicodeScalarView()
      var isQuoted = false
      while let scalar = take(), !" \t\n".unicodeScalars.contains(scalar) {
        switch scalar {
        case "'", "\"":
          word += try quoted(by: scalar)
          isQuoted = true
        case "\\":
          guard let next = take() else { throw .nothingAfterBackslash(position: position) }
          word.append(next)
          isQuoted = true
        default: word.append(scalar)
        }
      }
      return (String(word), isQuoted)
    }

    /// Returns the text before the closing quote.
    private mutating func quoted(
      by quote: Unicode.Scalar
    ) throws(CommandWordsError) -> String.UnicodeScalarView {
      let start = position
      var content = String.UnicodeScalarView()
      while let scalar = take() {
        if scalar == quote { return content }
        let isEscape = scalar == "\\" && quote == "\"" && position < text.count
        if isEscape, "\"\\".unicodeScalars.contains(text[position]) {
          content.append(text[position])
          position += 1
        } else {
          content.append(scalar)
        }
      }
      throw .unbalanced(quote: Character(quote), position: start)
    }
  }
}

/// The reason why a text is no command.
///
/// It is no ``InvalidScenario``, which names places of a file: a command of the command line has none.
public enum CommandWordsError: Error, Equatable, CustomStringConvertible {
  case empty
  /// A quote is not closed; the position of the opening one, from 1.
  case unbalanced(quote: Character, position: Int)
  /// The text ends with a backslash; its position, from 1.
  case nothingAfterBackslash(position: Int)

  /// The mistake, as the end of a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .unbalanced(let quote, let position):
      "the quote \(quote) at character \(position) is not closed"
    case .nothingAfterBackslash(let position):
      "nothing follows the backslash at character \(position)"
    }
  }
}
