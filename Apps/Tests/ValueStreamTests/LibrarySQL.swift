import GRDB

@testable import ValueStream

/// The rows of a statement that selects a name and a number.
func counts(of sql: String, in database: Database) throws -> [String: Int] {
  var counts: [String: Int] = [:]
  for row in try Row.fetchAll(database, sql: sql) { counts[row[0]] = row[1] }
  return counts
}

extension LibraryStore {
  /// Runs statements as another program would.
  func execute(_ sql: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Runs statements that break what the schema promises, as a defect of a disk would.
  func damage(_ sql: String) throws {
    try execute(
      "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0; \(sql); "
        + "PRAGMA foreign_keys = 1; PRAGMA ignore_check_constraints = 0")
  }

  func number(_ sql: String) throws -> Int {
    try queue.writeWithoutTransaction { try Int.fetchOne($0, sql: sql) ?? 0 }
  }

  /// Lets SQLite and both search tables look for damage.
  func check() throws {
    try queue.writeWithoutTransaction { database in
      let result = try String.fetchOne(database, sql: "PRAGMA integrity_check")
      guard result == "ok" else { throw Damage(result: result ?? "") }
      for table in ["fileSearch", "stickerSearch"] {
        try database.execute(sql: "INSERT INTO \(table)(\(table)) VALUES ('integrity-check')")
      }
      let unindexed = try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT count(*) FROM sticker WHERE (written IS NULL) <> (text = ''))
            + (SELECT count(*) FROM sticker
               WHERE written IS NOT NULL AND written NOT IN (SELECT rowid FROM stickerSearch))
            + (SELECT count(*) FROM stickerSearch
               WHERE rowid NOT IN (SELECT written FROM sticker WHERE written IS NOT NULL))
            + (SELECT count(*) FROM file WHERE saved NOT IN (SELECT rowid FROM fileSearch))
            + (SELECT count(*) FROM fileSearch WHERE rowid NOT IN (SELECT saved FROM file))
          """)
      guard unindexed == 0 else { throw Damage(result: "\(unindexed ?? 0) rows of the search") }
    }
  }

  struct Damage: Error {
    let result: String
  }
}

extension LibraryStore {
  /// The steps SQLite takes for a statement.
  func plan(of sql: String) throws -> [String] {
    try queue.writeWithoutTransaction { database in
      try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN " + sql.replacing("?", with: "'x'")
      ).map { $0["detail"] }
    }
  }
}

extension LibraryStore {
  /// How often rows of stickers are inserted, changed and deleted by a call: SQLite's own hook
  /// does not see tables without row numbers, triggers do.
  func stickerWrites(during body: () throws -> Void) throws -> [String: Int] {
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS log(what TEXT); DELETE FROM log")
      for what in ["INSERT", "UPDATE", "DELETE"] {
        try database.execute(
          sql: """
            CREATE TEMP TRIGGER IF NOT EXISTS log_\(what) AFTER \(what) ON main.sticker
            BEGIN INSERT INTO log VALUES ('\(what)'); END
            """)
      }
    }
    try body()
    return try queue.writeWithoutTransaction { database in
      try counts(of: "SELECT what, count(*) FROM log GROUP BY what", in: database)
    }
  }
}
