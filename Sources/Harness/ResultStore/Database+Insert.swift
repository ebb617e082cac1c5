import GRDB

extension Database {
  /// Inserts a row, its values beside the names of their columns.
  func insert(
    into table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws {
    let columns = row.map(\.key).joined(separator: ", ")
    let places = row.map { _ in "?" }.joined(separator: ", ")
    try cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(places))")
      .execute(arguments: StatementArguments(row.map(\.value)))
  }
}
