/// A position in a text file.
public struct TextPosition: Sendable, Equatable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Creates a position, by default the beginning of the text.
  public init(line: Int = 1, column: Int = 1) { (self.line, self.column) = (line, column) }

  /// The position after this many characters of a text.
  init(after count: Int, of text: String) {
    let lines = text.prefix(count)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    self.init(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
  }
}
