/// The reason why columns and rows do not form a table.
public enum TableError: Error, Hashable, Sendable, CustomStringConvertible {
  case noColumns(table: String)
  /// More leading columns than columns, or fewer than none.
  case leadingColumns(Int, of: Int, table: String)
  /// A row that has more or fewer cells than there are columns; rows count from 0.
  case raggedRow(table: String, row: Int, cells: Int, columns: Int)

  /// The error in words.
  public var description: String {
    switch self {
    case .noColumns(let table): "table '\(PlainLine(table))' has no columns"
    case .leadingColumns(let leading, let columns, let table):
      "table '\(PlainLine(table))' has \(columns) columns, so \(leading) of them cannot lead"
    case .raggedRow(let table, let row, let cells, let columns):
      "row \(row) of table '\(PlainLine(table))' has \(cells) cells for \(columns) columns"
    }
  }
}
