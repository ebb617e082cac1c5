import GRDB
import Recording

extension ResultStore {
  /// What was decided about regressions, by their names.
  /// - Throws: ``StoreError``.
  public func regressionNotes() throws(StoreError) -> [String: RegressionNote] {
    try read { db in
      var notes: [String: RegressionNote] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "SELECT name, experimentNumber, state, until FROM regression")
      while let row = try rows.next() {
        let name: String = try row.value("name")
        let state: String = try row.value("state")
        let until: String? = try row.value("until")
        guard let decision = RegressionNote.Decision(state, until) else {
          throw StoreError.damaged(what: "the state '\(state)' of the regression \(name)")
        }
        notes[name] = RegressionNote(
          regression: name, experiment: try row.value("experimentNumber"), decision: decision)
      }
      return notes
    }
  }

  /// Keeps a decision in place of an earlier one; it goes with the check that found the regression.
  /// - Throws: ``StoreError``.
  public func set(_ note: RegressionNote) throws(StoreError) {
    try write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO regression VALUES (?, ?, ?, ?)",
        arguments: [
          note.regression, note.experiment, note.decision.word, note.decision.until,
        ])
    }
  }
}

extension RegressionNote.Decision {
  /// As it is stored.
  fileprivate init?(_ state: String, _ until: String?) {
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
