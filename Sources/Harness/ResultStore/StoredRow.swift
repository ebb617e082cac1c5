import GRDB
import GRDBSQLite

/// The row that a statement stands at, read through SQLite's own functions: an experiment can have
/// hundreds of thousands of figures, and GRDB's `Row` takes several times what SQLite does for one.
///
/// Anybody may have written into the file, so a column that holds what it should not is an error.
struct StoredRow {
  /// The rows of a statement.
  struct Cursor {
    private let cursor: RowCursor
    private let statement: SQLiteStatement

    /// - Parameter experiment: the statement's one argument.
    init(_ db: Database, sql: String, experiment: Int64) throws {
      let statement = try db.makeStatement(sql: sql)
      cursor = try Row.fetchCursor(statement, arguments: [experiment])
      self.statement = statement.sqliteStatement
    }

    /// The next row, valid until the one after it is asked for; nil where there is none.
    func next() throws -> StoredRow? {
      try cursor.next().map { StoredRow(row: $0, statement: statement) }
    }
  }

  private let row: Row
  private let statement: SQLiteStatement

  /// Whether a column holds nothing.
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// A column's value.
  /// - Parameter name: the column's, for the error.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: StoredValue>(
    _ column: Int32, _ name: @autoclosure () -> String
  ) throws -> Value {
    guard let value = Value(statement, column: column) else {
      throw StoreError.damaged(row[Int(column)], in: name())
    }
    return value
  }

  /// A column's text in UTF-8, valid as long as the row.
  /// - Parameter name: the column's, for the error.
  /// - Throws: ``StoreError/damaged(what:)``.
  func text(
    _ column: Int32, _ name: @autoclosure () -> String
  ) throws -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else {
      throw StoreError.damaged(row[Int(column)], in: name())
    }
    return UnsafeBufferPointer(
      start: sqlite3_column_text(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }
}
