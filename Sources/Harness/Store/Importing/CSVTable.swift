import Statistics

/// A CSV file (RFC 4180) whose every field knows its position, for error messages.
///
/// It is our own, because existing readers give no positions.
struct CSVTable {
  struct Field: Equatable {
    let text: String
    let line: Int
    let column: Int
  }

  let file: String
  /// The names in the first line.
  let header: [Field]
  /// The lines after it, each as long as the header; empty lines are skipped.
  let rows: [[Field]]

  /// - Throws: ``StoreError`` for an empty file, an open quote, or a line of another length.
  init(_ text: String, file: String) throws(StoreError) {
    self.file = file
    var scanner = CSVScanner(text: text, file: file)
    var records: [[Field]] = []
    while let record = try scanner.record() { records.append(record) }
    guard let header = records.first else {
      throw StoreError.malformed(
        file: file, line: 1, column: 1, found: "the file is empty", allowed: "a header and rows")
    }
    self.header = header
    rows = Array(records.dropFirst())
    for row in rows where row.count != header.count {
      throw StoreError.malformed(
        file: file, line: row[0].line, column: 1,
        found:
          "\(row.count.counted("field", "fields")), but the header has \(header.count)",
        allowed: header.map(\.text).joined(separator: ","))
    }
  }

  /// An error about one field.
  func error(_ field: Field, _ found: String, allowed: String = "") -> StoreError {
    StoreError.malformed(
      file: file, line: field.line, column: field.column, found: found, allowed: allowed)
  }
}

/// Splits CSV text into records.
///
/// By Unicode scalars: a combining mark after a quote or a comma would hide it in a `Character`.
private struct CSVScanner {
  private let text: [Unicode.Scalar]
  private let file: String
  private var position = 0
  private var line = 1
  private var lineStart = 0

  init(text: String, file: String) {
    // A spreadsheet's byte order mark is no part of the first name.
    let scalars = text.unicodeScalars
    self.text = Array(scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
    self.file = file
  }

  /// The next record that is not an empty line, or nil at the end.
  mutating func record() throws(StoreError) -> [CSVTable.Field]? {
    while position < text.count, isAtLineEnd { advance() }
    guard position < text.count else { return nil }
    var fields = [try field()]
    while position < text.count, text[position] == "," {
      advance()
      fields.append(try field())
    }
    // Only a quoted field can stop before a comma or the line's end.
    guard position == text.count || isAtLineEnd else {
      throw StoreError.malformed(
        file: file, line: line, column: position - lineStart + 1,
        found: "'\(text[position])' after a closing quote", allowed: "a comma or the line's end")
    }
    return fields
  }

  private mutating func field() throws(StoreError) -> CSVTable.Field {
    let place = (line: line, column: position - lineStart + 1)
    let content = position < text.count && text[position] == "\"" ? try quoted() : plain()
    return CSVTable.Field(text: content, line: place.line, column: place.column)
  }

  private mutating func plain() -> String {
    let start = position
    while position < text.count, text[position] != ",", !isAtLineEnd { advance() }
    return string(text[start..<position])
  }

  private mutating func quoted() throws(StoreError) -> String {
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
    throw StoreError.malformed(
      file: file, line: open.line, column: open.column, found: "a quote that is never closed",
      allowed: "")
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
