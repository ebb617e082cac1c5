import GRDB

extension Row {
  /// A column's value. GRDB's subscripts trap where the column holds something else, and anybody
  /// may have written into the file.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    if case .int64(let number)? = (self[column] as DatabaseValue?)?.storage,
      !StoredNumbers.allowed.contains(number)
    {
      throw StoreError.damaged(self[column], in: column)
    }
    return try anyValue(column)
  }

  /// Likewise of a column of which every value is as good as the next, such as a seed.
  func anyValue<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    do {
      return try decode(forColumn: column)
    } catch {
      throw StoreError.damaged(self[column], in: column)
    }
  }

  /// A column's number, of which no more than so many make sense.
  /// - Throws: ``StoreError/damaged(what:)``.
  func count(_ column: String, upTo most: Int) throws -> Int {
    let count: Int = try value(column)
    guard 0...most ~= count else { throw StoreError.damaged(self[column], in: column) }
    return count
  }
}

extension StoreError {
  /// What a column should not hold.
  static func damaged(_ found: DatabaseValue?, in column: String) -> StoreError {
    .damaged(what: "\((found ?? .null).description.prefix(80)) in the column '\(column)'")
  }
}
