/// Writes a table as comma-separated values, for programs.
///
/// Numbers have all their digits, whatever their display format; infinities are `inf` and `-inf`, and what is
/// not a number is `nan`. Missing measurements are empty fields. Section headings are the first column. Title
/// and notes are left out, because the format has no place for them.
///
/// Source: RFC 4180, lines ended by CR LF.
public struct CSVTableRenderer: TableRenderer {
  /// The heading of the column that holds the section headings.
  public static let sectionHeading = "Section"

  /// A renderer; it has no options.
  public init() {}

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    let hasSections = table.sections.contains { $0.heading != nil }
    writeRecord(
      (hasSections ? [Self.sectionHeading] : []) + table.columns.map(\.headingWithUnit),
      into: &output)
    for section in table.sections {
      let prefix = hasSections ? [section.heading ?? ""] : []
      for row in section.rows {
        writeRecord(prefix + row.map(Self.text), into: &output)
      }
    }
  }

  private func writeRecord(_ fields: [String], into output: inout some TextOutputStream) {
    let texts = fields.map { CSVField.quoted(PlainLine($0).description) }
    output.write(texts.joined(separator: ",") + "\r\n")
  }

  private static func text(of cell: Table.Cell) -> String {
    switch cell.content {
    case .text(let text): text
    case .number(let value, _): CSVField.text(value)
    case .missing: ""
    }
  }
}

/// A field of a CSV file (RFC 4180).
public enum CSVField {
  /// A name, in quotes if the format needs them, or a reader could drop a blank at an end.
  public static func quoted(_ name: String) -> String {
    // By scalars: a combining mark after a quote or a comma would hide it in a Character.
    let scalars = name.unicodeScalars
    guard
      scalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) || scalars.first == " "
        || scalars.last == " "
    else { return name }
    let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map(String.init).joined(separator: "\"\"") + "\""
  }

  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  public static func text(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}
