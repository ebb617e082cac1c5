import GRDB

extension Row {
  /// A column's value. GRDB's subscripts trap where the column holds something else, and anybody
  /// may have written into the file.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    do {
      return try decode(forColumn: column)
    } catch {
      throw StoreError.damaged(self[column], in: column)
    }
  }
}

extension StoreError {
  /// What a column should not hold.
  static func damaged(_ found: DatabaseValue?, in column: String) -> StoreError {
    .damaged(what: "\((found ?? .null).description.prefix(80)) in the column '\(column)'")
  }
}
