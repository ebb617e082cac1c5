import GRDB
import Recording

extension ResultStore {
  /// All decisions about regressions.
  /// - Throws: ``StoreError``.
  public func regressionNotes() throws(StoreError) -> [RegressionNote] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT experimentNumber, cell, state, until, decidedAt FROM regression
          ORDER BY experimentNumber, cell
          """)
      return try rows.map { row in
        let state: String = try row.value("state")
        let number: Int64 = try row.value("experimentNumber")
        let cell: String = try row.value("cell")
        guard let decision = RegressionNote.Decision(state, try row.value("until")) else {
          throw StoreError.damaged(what: "the state '\(state)' of the regression \(number)/\(cell)")
        }
        return RegressionNote(
          experiment: number, cell: cell, decision: decision,
          decidedAt: try row.value("decidedAt"))
      }
    }
  }

  /// Stores a decision, replacing an earlier one; it is deleted with its check.
  /// - Throws: ``StoreError``.
  public func set(_ note: RegressionNote) throws(StoreError) {
    try write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO regression (experimentNumber, cell, state, until, decidedAt)
          VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          note.experiment, note.cell, note.decision.word, note.decision.until,
          note.decidedAt.stored,
        ])
    }
  }
}

extension RegressionNote.Decision {
  /// Creates a state from the stored columns; nil if they are no decision.
  package init?(_ state: String, _ until: String?) {
    switch (state, until.flatMap(CalendarDay.init)) {
    case ("new", nil): self = .new
    case ("investigating", nil): self = .investigating
    case ("accepted", let day?): self = .accepted(until: day)
    default: return nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .new: "new"
    case .investigating: "investigating"
    case .accepted: "accepted"
    }
  }

  fileprivate var until: String? {
    if case .accepted(let day) = self { day.description } else { nil }
  }
}
