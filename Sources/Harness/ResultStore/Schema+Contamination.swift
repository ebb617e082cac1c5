import GRDB

extension Schema {
  /// Where the counters of a run's contamination stand: the columns, and the names that the counters
  /// had in the JSON of before. Times are in ns; all are NULL where nothing was recorded.
  private static let contamination: KeyValuePairs = [
    "observed": "observed", "processors": "processors", "harnessTime": "harness",
    "runTime": "run", "busyTime": "busy", "stolenTime": "stolen",
    "processorWaiting": "processorWaiting", "memoryWaiting": "memoryWaiting",
    "storageWaiting": "storageWaiting", "swappedPages": "swappedPages",
  ]

  /// Moves contaminations from JSON into columns: to read the JSON of thousands of runs took as long
  /// as all else that a table needs.
  static func moveContamination(_ db: Database) throws {
    try db.alter(table: "run") { table in
      for (column, _) in contamination { table.add(column: column, .integer) }
    }
    let values = contamination.map { "\($0) = json_extract(contamination, '$.\($1)')" }
    // Text that is no JSON can't be told from nothing.
    try db.execute(
      sql: "UPDATE run SET \(values.joined(separator: ", ")) WHERE json_valid(contamination)")
    try db.alter(table: "run") { $0.drop(column: "contamination") }
  }
}
