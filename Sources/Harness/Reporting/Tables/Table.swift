/// A table as a value: what it says, apart from how it looks.
///
/// The same table is rendered for a terminal, as Markdown and as CSV; see ``TableRenderer``.
///
///     let table = try Table(
///       title: "Peak memory",
///       columns: [
///         Table.Column("Story"),
///         Table.Column("Mean", unit: "MB", alignment: .decimal),
///       ],
///       sections: [
///         Table.Section(rows: [[.text("US1"), .number(4.02, as: .uncertainty(0.013))]])
///       ])
///
/// Every row has as many cells as there are columns: a figure can not slip under another
/// heading.
public struct Table: Hashable, Sendable {
  /// What the table shows, on one line.
  public let title: String
  /// Remarks that belong below the table, a line each.
  public let notes: [String]
  /// The columns, from left to right.
  public let columns: [Column]
  /// How many columns at the left say what a row is about. A renderer that must split a wide
  /// table repeats them in each part.
  public let leadingColumns: Int
  /// The rows, in groups. A table without groups has one section without heading.
  public let sections: [Section]

  /// Puts a table together.
  ///
  /// - Throws: ``TableError/noColumns`` and ``TableError/leadingColumns(_:of:)`` for columns
  ///   that make no table, ``TableError/raggedRow(table:row:cells:columns:)`` for the first
  ///   row of another length.
  public init(
    title: String, notes: [String] = [], columns: [Column], leadingColumns: Int = 1,
    sections: [Section]
  ) throws(TableError) {
    guard !columns.isEmpty else { throw .noColumns(table: title) }
    guard (0...columns.count).contains(leadingColumns) else {
      throw .leadingColumns(leadingColumns, of: columns.count, table: title)
    }
    for (index, row) in sections.flatMap(\.rows).enumerated() where row.count != columns.count {
      throw .raggedRow(table: title, row: index, cells: row.count, columns: columns.count)
    }
    self.title = title
    self.notes = notes
    self.columns = columns
    self.leadingColumns = leadingColumns
    self.sections = sections
  }

  /// Puts a table without groups together.
  ///
  /// - Throws: As ``init(title:notes:columns:leadingColumns:sections:)``.
  public init(
    title: String, notes: [String] = [], columns: [Column], leadingColumns: Int = 1,
    rows: [[Cell]]
  ) throws(TableError) {
    try self.init(
      title: title, notes: notes, columns: columns, leadingColumns: leadingColumns,
      sections: [Section(rows: rows)])
  }
}
