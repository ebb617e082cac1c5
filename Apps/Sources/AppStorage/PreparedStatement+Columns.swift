import GRDBSQLite

/// The columns of the row a statement stands at, counted from 0.
extension PreparedStatement {
  /// The integer of a column, 0 for NULL.
  @inlinable @inline(__always)
  package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// The integer of a column, nil for NULL.
  @inlinable @inline(__always)
  package func integerIfAny(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// Returns whether a column is NULL. Asked before the column is read: reading may convert it.
  @inlinable @inline(__always)
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The text of a column, empty for NULL.
  @inlinable @inline(__always)
  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes of a column, empty for NULL.
  @inlinable
  package func bytes(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
