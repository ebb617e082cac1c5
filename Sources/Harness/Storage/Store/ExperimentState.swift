import GRDB

/// The state that results derived from an experiment depend on. A finished experiment changes only if runs
/// are merged or pulled into it.
public struct ExperimentState: Equatable, Sendable {
  /// The number of its runs, including each attempt.
  public let runs: Int
  /// When it was finished, as it is stored; nil if it was not. Reading ten thousand dates would take longer than
  /// everything else.
  public let completedAt: String?
}

extension ResultStore {
  /// The states of all experiments, by their numbers. Reads no experiment: some 0.1 s for a million runs.
  /// - Throws: ``StoreError``.
  public func states() throws(StoreError) -> [Int64: ExperimentState] { try states("", []) }

  /// The state of an experiment; nil if there is none of this number.
  /// - Throws: ``StoreError``.
  public func state(of number: Int64) throws(StoreError) -> ExperimentState? {
    try states("WHERE number = ?", [number])[number]
  }

  private func states(
    _ condition: String, _ arguments: StatementArguments
  ) throws(StoreError) -> [Int64: ExperimentState] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT number, completedAt, (SELECT count(*) FROM run WHERE experimentNumber = number)
          FROM experiment \(condition)
          """, arguments: arguments)
      return Dictionary(
        rows.map { row -> (Int64, ExperimentState) in
          let completed: DatabaseValue = row[1]
          let text = completed.isNull ? nil : String.fromDatabaseValue(completed) ?? "\(completed)"
          return (row[0], ExperimentState(runs: row[2], completedAt: text))
        },
        uniquingKeysWith: { $1 })
    }
  }
}
