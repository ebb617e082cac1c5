import GRDB
import Recording

extension ResultStore {
  /// An experiment's runs in the order in which they were made, with their figures but without
  /// steps and samples: those of ``details(of:)``.
  /// - Throws: ``StoreError``.
  public func runs(of experiment: Int64) throws(StoreError) -> [Run] {
    try read { db in
      // In the order of the index that finds them; they mostly were made in it, too, and for
      // SQLite to sort them would write all of them to the disk.
      let rows = try StoredRow.Cursor(
        db, sql: "SELECT \(RunColumn.list) FROM run WHERE experimentNumber = ? ORDER BY id",
        experiment: experiment)
      var reader = RunReader()
      var figures = try FigureReader(db, experiment: experiment)
      var runs: [Run] = []
      runs.reserveCapacity(
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM run WHERE experimentNumber = ?", arguments: [experiment])
          ?? 0)
      while let row = try rows.next() {
        var run = try reader.run(row)
        run.measurements = try figures.figures(of: row.value(.id))
        runs.append(run)
      }
      runs.sort { $0.position < $1.position }
      return runs
    }
  }
}
