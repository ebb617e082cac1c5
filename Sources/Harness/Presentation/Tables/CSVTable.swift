import Statistics

/// A CSV file (RFC 4180) whose every field knows its position, for error messages.
///
/// It is our own, because existing readers give no positions.
public struct CSVTable {
  /// A field.
  public struct Field: Equatable {
    /// Its text, without quotes.
    public let text: String
    /// The line where it begins, from 1.
    public let line: Int
    /// The column where it begins, from 1.
    public let column: Int
  }

  /// The reason why a text is no table, at a place in it.
  public struct Fault {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// The text or the fact that was found.
    public let found: String
    /// The allowed texts; empty if they are clear.
    public let allowed: String
  }

  /// The file's name, for messages.
  public let file: String
  /// The names in the first line.
  public let header: [Field]
  /// The lines after it, each as long as the header; empty lines are skipped.
  public let rows: [[Field]]

  /// Reads a text.
  /// - Throws: what `failure` makes of an empty file, an open quote, or a line of another length.
  public init<Failure: Error>(
    _ text: String, file: String, failure: @escaping (Fault) -> Failure
  ) throws(Failure) {
    self.file = file
    var scanner = CSVScanner(text, failure)
    var records: [[Field]] = []
    while let record = try scanner.record() { records.append(record) }
    guard let header = records.first else {
      throw failure(
        Fault(line: 1, column: 1, found: "the file is empty", allowed: "a header and rows"))
    }
    self.header = header
    rows = Array(records.dropFirst())
    for row in rows where row.count != header.count {
      throw failure(
        Fault(
          line: row[0].line, column: 1,
          found: "\(row.count.counted("field", "fields")), but the header has \(header.count)",
          allowed: header.map(\.text).joined(separator: ",")))
    }
  }
}

/// Splits CSV text into records.
///
/// By Unicode scalars: a combining mark after a quote or a comma would hide it in a `Character`.
private struct CSVScanner<Failure: Error> {
  private let text: [Unicode.Scalar]
  private let failure: (CSVTable.Fault) -> Failure
  private var position = 0
  private var line = 1
  private var lineStart = 0

  init(_ text: String, _ failure: @escaping (CSVTable.Fault) -> Failure) {
    // A spreadsheet's byte order mark is no part of the first name.
    let scalars = text.unicodeScalars
    self.text = Array(scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
    self.failure = failure
  }

  /// The next record that is not an empty line, or nil at the end.
  mutating func record() throws(Failure) -> [CSVTable.Field]? {
    while position < text.count, isAtLineEnd { advance() }
    guard position < text.count else { return nil }
    var fields = [try field()]
    while position < text.count, text[position] == "," {
      advance()
      fields.append(try field())
    }
    // Only a quoted field can stop before a comma or the line's end.
    guard position == text.count || isAtLineEnd else {
      throw failure(
        .init(
          line: line, column: position - lineStart + 1,
          found: "'\(text[position])' after a closing quote", allowed: "a comma or the line's end"))
    }
    return fields
  }

  private mutating func field() throws(Failure) -> CSVTable.Field {
    let place = (line: line, column: position - lineStart + 1)
    let content = position < text.count && text[position] == "\"" ? try quoted() : plain()
    return CSVTable.Field(text: content, line: place.line, column: place.column)
  }

  private mutating func plain() -> String {
    let start = position
    while position < text.count, text[position] != ",", !isAtLineEnd { advance() }
    return string(text[start..<position])
  }

  private mutating func quoted() throws(Failure) -> String {
    let open = (line: line, column: position - lineStart + 1)
    var content: [Unicode.Scalar] = []
    advance()
    while position < text.count {
      let character = text[position]
      advance()
      if character != "\"" {
        content.append(character)
      } else if position < text.count, text[position] == "\"" {
        content.append("\"")
        advance()
      } else {
        return string(content[...])
      }
    }
    throw failure(
      .init(
        line: open.line, column: open.column, found: "a quote that is never closed", allowed: ""))
  }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private var isAtLineEnd: Bool { text[position] == "\n" || text[position] == "\r" }

  private mutating func advance() {
    // CR LF is a single line end, counted at its line feed.
    let isPair = text[position] == "\r" && position + 1 < text.count && text[position + 1] == "\n"
    if isAtLineEnd, !isPair {
      line += 1
      lineStart = position + 1
    }
    position += 1
  }
}
