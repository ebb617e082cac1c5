import GRDB
import Recording

extension ResultStore {
  /// Stores what the sides of an experiment read, replacing earlier records.
  /// - Throws: ``StoreError``.
  public func keep(_ records: [SideRecord], of experiment: Int64) throws(StoreError) {
    try write { db in
      try db.execute(sql: "DELETE FROM input WHERE experimentNumber = ?", arguments: [experiment])
      for (place, record) in records.enumerated() {
        try db.insert(
          into: "input",
          ["experimentNumber": experiment, "ordinal": place, "record": try json(record)])
      }
    }
  }

  /// The inputs of an experiment's sides, the baseline first; empty if not recorded.
  /// - Throws: ``StoreError``, also if a record is damaged.
  public func inputs(of experiment: Int64) throws(StoreError) -> [SideRecord] {
    try read { db in
      try String.fetchAll(
        db, sql: "SELECT record FROM input WHERE experimentNumber = ? ORDER BY ordinal",
        arguments: [experiment]
      ).map { try decoded($0) }
    }
  }
}
