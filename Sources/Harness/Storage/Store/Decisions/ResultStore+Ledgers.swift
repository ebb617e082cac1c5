import Foundation
import GRDB
import Recording

extension ResultStore {
  /// The ledger of a name; nil if there is none.
  /// - Throws: ``StoreError``, also if it is damaged.
  public func ledger(_ name: String) throws(StoreError) -> Ledger? {
    try read { db in try self.ledger(name, db) }
  }

  /// The names of all ledgers.
  /// - Throws: ``StoreError``.
  public func ledgers() throws(StoreError) -> [String] {
    try read { db in
      guard try db.tableExists("ledger") else { return [] }
      return try String.fetchAll(db, sql: "SELECT name FROM ledger ORDER BY name")
    }
  }

  /// The ledger of a name, made with these terms if there is none.
  /// - Throws: ``StoreError``.
  public func ledger(_ name: String, else terms: Ledger.Terms) throws(StoreError) -> Ledger {
    try write { db in
      try Schema.createLedgers(db)
      if let ledger = try self.ledger(name, db) { return ledger }
      try db.insert(into: "ledger", ["name": name, "terms": try json(terms)])
      return Ledger(name: name, terms: terms)
    }
  }

  /// Begins an attempt at the level that the ledger allows now, so that no other process gets the same part of
  /// the budget. An earlier one of the same files of which nothing was measured is replaced.
  /// - Throws: ``StoreError``.
  public func begin(_ subject: Attempt.Subject, in name: String) throws(StoreError) -> Attempt {
    try write { db in
      guard let ledger = try self.ledger(name, db) else {
        throw StoreError.damaged(what: "no ledger '\(name)'")
      }
      for old in ledger.attempts
      where old.isUnmeasured && old.ruling != nil && old.subject.isSame(as: subject) {
        try delete(old, of: name, db)
      }
      let attempt = Attempt(
        number: (ledger.attempts.last?.number ?? 0) + 1, subject, level: ledger.nextLevel)
      try db.insert(
        into: "attempt",
        [
          "ledger": name, "number": attempt.number, "subject": try json(subject),
          "level": attempt.level,
        ])
      return attempt
    }
  }

  /// Stores the state of an attempt that was begun.
  /// - Throws: ``StoreError``.
  public func set(_ attempt: Attempt, in name: String) throws(StoreError) {
    try write { db in
      try db.execute(
        sql: """
          UPDATE attempt SET level = ?, experiment = ?, verdict = ?, reason = ?, judgedAt = ?
          WHERE ledger = ? AND number = ?
          """,
        arguments: [
          attempt.level, attempt.experiment, attempt.ruling?.verdict.rawValue,
          attempt.ruling?.reason, attempt.ruling?.judgedAt.stored, name, attempt.number,
        ])
    }
  }

  /// Removes an attempt of which nothing was measured.
  /// - Throws: ``StoreError``.
  public func withdraw(_ attempt: Attempt, from name: String) throws(StoreError) {
    try write { db in try delete(attempt, of: name, db) }
  }

  private func delete(_ attempt: Attempt, of name: String, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM attempt WHERE ledger = ? AND number = ?",
      arguments: [name, attempt.number])
  }

  private func ledger(_ name: String, _ db: Database) throws -> Ledger? {
    guard try db.tableExists("ledger"),
      let terms = try String.fetchOne(
        db, sql: "SELECT terms FROM ledger WHERE name = ?", arguments: [name])
    else { return nil }
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM attempt WHERE ledger = ? ORDER BY number", arguments: [name])
    return Ledger(name: name, terms: try decoded(terms), attempts: try rows.map(attempt))
  }

  private func attempt(_ row: Row) throws -> Attempt {
    let level: Double = try row.value("level")
    guard (0...1).contains(level) else {
      throw StoreError.damaged(what: "\(level) as the level of an attempt")
    }
    var attempt = Attempt(
      number: try row.count("number", upTo: 1 << 24), try decoded(row.value("subject")),
      level: level, experiment: try row.value("experiment"))
    let word: String? = try row.value("verdict")
    if let word {
      guard let verdict = Attempt.Verdict(rawValue: word) else {
        throw StoreError.damaged(what: "the verdict '\(word)' of an attempt")
      }
      attempt.ruling = Attempt.Ruling(
        verdict, because: try row.value("reason"), at: try row.value("judgedAt"))
    }
    return attempt
  }
}
