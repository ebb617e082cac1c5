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
      let found: DatabaseValue? = self[column]
      throw StoreError.damaged(
        what: "\((found ?? .null).description.prefix(80)) in the column '\(column)'")
    }
  }
}
