/// Writes a table for a terminal: aligned columns, numbers at their decimal points.
///
/// If a table is wider than the terminal, spare columns are omitted, the last first, if that is enough.
/// Otherwise it is split into parts that each repeat the leading columns. What is still too long is cut with
/// an ellipsis; but never a number, because a cut number is another number, and never sentences, which
/// continue on the next line.
public struct TextTableRenderer: TableRenderer {
  /// The narrowest supported width; below it no table is readable.
  public static let narrowestWidth = 20

  /// The number of terminal columns; `nil` if lines may have any length.
  public let width: Int?
  /// Bold, dim and colour, or none.
  public let style: TextStyle

  /// A renderer for a terminal of this width.
  public init(width: Int? = nil, style: TextStyle = .plain) {
    self.width = width.map { max($0, Self.narrowestWidth) }
    self.style = style
  }

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    let (grid, parts) = layout(table)
    let left = grid.leftOut.map { table.columns[$0].heading }
    let remarks =
      table.notes
      + (left.isEmpty
        ? [] : ["Left out because the terminal is narrow: \(left.joined(separator: ", "))."])
      + grid.footnotes

    writeParagraph(table.title, as: .title, into: &output)
    for (index, part) in parts.enumerated() {
      if index > 0 || !table.title.isEmpty { output.write("\n") }
      write(part, of: grid, into: &output)
    }
    if !remarks.isEmpty { output.write("\n") }
    for remark in remarks {
      writeParagraph(remark, as: .footnote, into: &output)
    }
  }

  /// Returns the displayed columns, and the parts that show them.
  private func layout(_ table: Table) -> (grid: TextGrid, parts: [[TextColumn]]) {
    func layout(without leftOut: [Int]) -> (grid: TextGrid, parts: [[TextColumn]]) {
      let grid = TextGrid(table, without: leftOut)
      return (grid, ColumnGroups(grid.columns, leading: table.leadingColumns, width: width).groups)
    }
    let all = layout(without: [])
    if all.parts.count == 1 { return all }
    let spare = table.columns.indices.filter { table.columns[$0].isSpare }
    for first in spare.indices.reversed() {
      let fewer = layout(without: Array(spare[first...]))
      if fewer.parts.count == 1 { return fewer }
    }
    return all
  }

  private func write(
    _ columns: [TextColumn], of grid: TextGrid, into output: inout some TextOutputStream
  ) {
    writeLine(columns.map { $0.headingField(style) }, into: &output)
    if columns.contains(where: \.hasUnit) {
      writeLine(columns.map { $0.unitField(style) }, into: &output)
    }
    writeLine(columns.map { $0.rule(style) }, into: &output)
    for (index, section) in grid.sections.enumerated() {
      if let heading = section.heading {
        if index > 0 { output.write("\n") }
        let text = width.map { DisplayWidth.cut(heading, to: $0) } ?? heading
        output.write(style.apply(.section, to: text) + "\n")
      }
      for row in section.rows {
        let fields = columns.map { $0.fields(inRow: row, style) }
        for line in 0..<(fields.map(\.count).max() ?? 0) {
          let shown = zip(columns, fields).map { column, lines in
            line < lines.count ? lines[line] : TextField(before: column.width)
          }
          writeLine(shown, into: &output)
        }
      }
    }
  }

  private func writeLine(_ fields: [TextField], into output: inout some TextOutputStream) {
    var line = ""
    // Spaces wait until something follows, so that no line ends with one.
    var blanks = 0
    for (index, field) in fields.enumerated() {
      blanks += (index > 0 ? ColumnGroups.gap : 0) + field.before
      if !field.text.isEmpty {
        line += String(repeating: " ", count: blanks) + field.text
        blanks = 0
      }
      blanks += field.after
    }
    output.write(line + "\n")
  }

  private func writeParagraph(
    _ text: String, as role: TextStyle.Role, into output: inout some TextOutputStream
  ) {
    for line in LineWrap(PlainLine(text).description, width: width).lines {
      output.write(style.apply(role, to: line) + "\n")
    }
  }
}

/// A table whose cells are text, laid out column by column.
struct TextGrid {
  /// A section, as the indices of its rows.
  struct Section {
    let heading: String?
    let rows: Range<Int>
  }

  let columns: [TextColumn]
  let sections: [Section]
  let footnotes: [String]
  /// The places of the omitted columns.
  let leftOut: [Int]

  init(_ table: Table, without leftOut: [Int] = []) {
    let shown = table.columns.indices.filter { !leftOut.contains($0) }
    self.leftOut = leftOut
    var reasons = MissingReasons()
    var cells: [[TextCell]] = []
    var sections: [Section] = []
    for section in table.sections {
      let first = cells.count
      for row in section.rows {
        cells.append(shown.map { TextCell(row[$0], reasons: &reasons) })
      }
      sections.append(
        Section(
          heading: section.heading.map { PlainLine($0).description },
          rows: first..<cells.count))
    }
    columns = shown.enumerated().map { index, place in
      TextColumn(table.columns[place], cells: cells.map { $0[index] })
    }
    self.sections = sections
    footnotes = reasons.footnotes
  }
}

/// The style of text on a terminal.
///
/// Styles only help the eye; the words say everything. They are off by default, so that files and pipes stay
/// clean.
public enum TextStyle: Hashable, Sendable {
  /// No styles; the output holds no escape sequence.
  case plain
  /// ANSI escape sequences: bold, dim and the eight basic colours.
  case ansi

  /// The role of a piece of text.
  public enum Role: Sendable {
    /// A part that stands out.
    case title, heading, section
    /// A part in the background.
    case rule, missing, footnote
    /// A part with a tone, see ``Table/Cell/Tone-swift.enum``.
    case good, bad, caution
  }

  /// The text with the escape sequences of its role; unchanged without styles.
  public func apply(_ role: Role?, to text: String) -> String {
    guard self == .ansi, let role, !text.isEmpty else { return text }
    return "\u{1B}[\(Self.code(of: role))m\(text)\u{1B}[0m"
  }

  private static func code(of role: Role) -> String {
    switch role {
    case .title, .heading, .section: "1"
    case .rule, .missing, .footnote: "2"
    case .good: "32"
    case .bad: "31"
    case .caution: "33"
    }
  }
}
