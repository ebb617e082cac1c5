import GRDB
import Store

/// Experiments without runs: checks of which everything was proven, so that nothing was measured.
///
/// They have no run to be recognised by. So they are the same on both sides if they agree in where they come
/// from (``SharedTables/origin``).
extension TeamStore {
  /// The store's, as they are in its table.
  static func unmeasured(
    _ origin: SharedTable, _ db: Database
  ) throws -> [(number: Int64, origin: [DatabaseValue])] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT number, \(origin.names) FROM experiment
        WHERE NOT EXISTS (SELECT 1 FROM run WHERE experimentNumber = experiment.number)
        ORDER BY number
        """
    ).map { ($0[0], Array($0.databaseValues.dropFirst())) }
  }

  /// The team's numbers, by origin.
  func unmeasured(_ origin: SharedTable) throws -> [[DatabaseValue]: String] {
    var numbers: [[DatabaseValue]: String] = [:]
    try connection.copy(
      from: """
        SELECT number, \(origin.queries) FROM \(origin.sharedName)
        WHERE NOT EXISTS (SELECT 1 FROM rehearse.run WHERE run.experiment = experiment.number)
        ORDER BY number DESC
        """
    ) { row in
      if let number = row.first ?? nil { numbers[try origin.values(row, from: 1)] = number }
    }
    return numbers
  }
}
