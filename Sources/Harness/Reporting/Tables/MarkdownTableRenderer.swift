import Rounding

/// Writes a table in GitHub's Markdown, with the title as a bold line above it.
///
/// Source: GitHub Flavored Markdown Spec 0.29, section 4.10 "Tables (extension)".
public struct MarkdownTableRenderer: TableRenderer {
  /// A renderer; it has no options.
  public init() {}

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    var reasons = MissingReasons()
    let title = MarkdownText(table.title).description
    if !title.isEmpty { output.write("**\(title)**\n\n") }
    writeRow(table.columns.map(Self.heading), into: &output)
    writeRow(table.columns.map(Self.delimiter), into: &output)
    for section in table.sections {
      if let heading = section.heading {
        let blank = Array(repeating: "", count: table.columns.count - 1)
        writeRow(["**\(MarkdownText(heading))**"] + blank, into: &output)
      }
      for row in section.rows {
        writeRow(row.map { Self.text(of: $0, reasons: &reasons) }, into: &output)
      }
    }
    for remark in table.notes + reasons.footnotes {
      output.write("\n\(MarkdownText(remark))\n")
    }
  }

  private func writeRow(_ fields: [String], into output: inout some TextOutputStream) {
    output.write("|")
    for field in fields {
      output.write(field.isEmpty ? " |" : " \(field) |")
    }
    output.write("\n")
  }

  private static func heading(of column: Table.Column) -> String {
    MarkdownText(column.headingWithUnit).description
  }

  private static func delimiter(of column: Table.Column) -> String {
    column.alignment == .leading ? ":--" : "--:"
  }

  private static func text(of cell: Table.Cell, reasons: inout MissingReasons) -> String {
    switch cell.content {
    case .text(let text): MarkdownText(text).description
    case .number(let value, let format): format.string(for: value)
    case .missing(let reason): reasons.mark(for: reason)
    }
  }
}
