import Foundation
import GRDB
import GRDBSQLite

/// What a column can hold.
protocol StoredValue {
  /// The value of a column that is not NULL; nil where it holds something else.
  init?(_ statement: SQLiteStatement, column: Int32)
}

extension Int64: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    let value = sqlite3_column_int64(statement, column)
    guard StoredNumbers.allowed.contains(value) else { return nil }
    self = value
  }
}

extension Int: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard let value = Int64(statement, column: column) else { return nil }
    self.init(exactly: value)
  }
}

extension Int32: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard let value = Int64(statement, column: column) else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard let value = Int64(statement, column: column) else { return nil }
    self = value != 0
  }
}

extension Double: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    let type = sqlite3_column_type(statement, column)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
    self = sqlite3_column_double(statement, column)
  }
}

extension String: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
    self.init(sqliteStatement: statement, index: column)
  }
}

extension Date: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    // GRDB's reader of dates takes for granted that no byte of the text is 0.
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let text = sqlite3_column_text(statement, column),
      memchr(text, 0, Int(sqlite3_column_bytes(statement, column))) == nil
    else { return nil }
    self.init(sqliteStatement: statement, index: column)
  }
}
