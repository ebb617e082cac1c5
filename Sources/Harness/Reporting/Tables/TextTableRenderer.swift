/// Writes a table for a terminal: columns line up, numbers at their decimal points.
///
/// A table wider than the terminal is split into parts, each of which repeats the leading
/// columns. Words that are too long even so are cut with an ellipsis; a number never is,
/// since a cut number is another number.
public struct TextTableRenderer: TableRenderer {
  /// The narrowest width that is respected; below it no table can be read.
  public static let narrowestWidth = 20

  /// How many terminal columns there are; `nil` where lines may be of any length.
  public let width: Int?
  /// Whether to use bold, dim and colour.
  public let style: TextStyle

  /// A renderer for a terminal of this width.
  public init(width: Int? = nil, style: TextStyle = .plain) {
    self.width = width.map { max($0, Self.narrowestWidth) }
    self.style = style
  }

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    let grid = TextGrid(table)
    let parts = ColumnGroups(grid.columns, leading: table.leadingColumns, width: width).groups
    let remarks = table.notes + grid.footnotes

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
        writeLine(columns.map { $0.field(inRow: row, style) }, into: &output)
      }
    }
  }

  private func writeLine(_ fields: [TextField], into output: inout some TextOutputStream) {
    var line = ""
    // Blanks wait until something follows them, so that no line ends in any.
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
