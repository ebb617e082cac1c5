import GRDB
import GRDBSQLite
import ValueStream

/// The search without an index: `LIKE '%…%'` over the same folded rows, with the same result.
///
/// `ranked` is one statement that sorts by rank. `staged` asks rank by rank, from the latest row
/// back, and stops when it has enough, as the library does: where much matches it is the stronger
/// peer. Statements are compiled once and rows read by SQLite's own functions, as in the library.
final class ScanPeer {
  private static let limit = MapLibrary.searchLimit
  private let queue: DatabaseQueue
  private var statements: [String: OpaquePointer] = [:]

  init(copying path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -65536") }
    queue = try DatabaseQueue(configuration: configuration)
    try queue.inDatabase { database in
      try database.execute(sql: "ATTACH DATABASE ? AS library", arguments: [path])
      try database.execute(
        sql: """
          CREATE TABLE name(row INTEGER PRIMARY KEY, folded TEXT, fileName TEXT, created INTEGER,
            updated INTEGER, stickerCount INTEGER, leadTime INTEGER);
          CREATE TABLE sticker(row INTEGER PRIMARY KEY, folded TEXT, fileID INTEGER,
            number INTEGER, text TEXT);
          """)
      for row in try Row.fetchAll(database, sql: "SELECT * FROM library.file ORDER BY saved") {
        try database.execute(
          sql: "INSERT INTO name VALUES (?, ?, ?, ?, ?, ?, ?)",
          arguments: [
            row["saved"], Self.folded(row["fileName"]), row["fileName"], row["dateCreated"],
            row["dateUpdated"], row["stickerCount"], row["leadTime"],
          ])
      }
      for row in try Row.fetchAll(
        database, sql: "SELECT * FROM library.sticker WHERE written IS NOT NULL ORDER BY written")
      {
        try database.execute(
          sql: "INSERT INTO sticker VALUES (?, ?, ?, ?, ?)",
          arguments: [
            row["written"], Self.folded(row["text"]), row["fileID"], row["number"], row["text"],
          ])
      }
    }
  }

  /// The names found, in order.
  func names(_ typed: String, staged: Bool) throws -> [String] {
    let patterns = Patterns(typed)
    let columns = "fileName, created, updated, stickerCount, leadTime"
    var found: [String] = []
    var rows: Set<Int64> = []
    try run(
      "SELECT row, \(columns) FROM name", patterns,
      ranks: [patterns.beginning, patterns.wordBeginnings, patterns.anywhere], staged: staged,
      limit: "LIMIT \(Self.limit)"
    ) { statement in
      guard rows.insert(sqlite3_column_int64(statement, 0)).inserted else { return true }
      found.append(Self.text(statement, 1))
      for column in 2...5 { _ = sqlite3_column_int64(statement, Int32(column)) }
      return found.count < Self.limit
    }
    return found
  }

  /// The texts of the stickers found, one of each file, in order.
  func stickers(_ typed: String, staged: Bool) throws -> [String] {
    let patterns = Patterns(typed)
    var found: [String] = []
    var files: Set<Int64> = []
    try run(
      "SELECT fileID, number, text FROM sticker", patterns,
      ranks: [patterns.wordBeginnings, patterns.anywhere], staged: staged, limit: ""
    ) { statement in
      guard files.insert(sqlite3_column_int64(statement, 0)).inserted else { return true }
      found.append(Self.text(statement, 2))
      return found.count < Self.limit
    }
    return found
  }

  /// The folded text with the library's marks of beginnings, without what its index adds.
  private static func folded(_ text: String) -> String {
    Patterns.text(SearchText(text).marked(beginning: SearchText.wordBegins))
  }

  private func run(
    _ select: String, _ patterns: Patterns, ranks: [String], staged: Bool, limit: String,
    _ take: (OpaquePointer) -> Bool
  ) throws {
    if staged {
      for condition in ranks {
        let sql = "\(select) WHERE \(condition) ORDER BY row DESC"
        guard try step(sql, patterns.values, take) else { return }
      }
    } else {
      var rank = "CASE"
      for (index, condition) in ranks.enumerated() { rank += " WHEN \(condition) THEN \(index)" }
      let sql = """
        \(select) WHERE \(patterns.anywhere) ORDER BY \(rank) END, row DESC \(limit)
        """
      _ = try step(sql, patterns.values, take)
    }
  }

  /// False when enough was taken.
  private func step(
    _ sql: String, _ values: [String], _ take: (OpaquePointer) -> Bool
  ) throws -> Bool {
    try queue.inDatabase { database in
      if statements[sql] == nil {
        var made: OpaquePointer?
        guard sqlite3_prepare_v2(database.sqliteConnection, sql, -1, &made, nil) == SQLITE_OK
        else { throw database.lastError }
        statements[sql] = made
      }
      guard let statement = statements[sql] else { return true }
      defer { sqlite3_reset(statement) }
      for (index, value) in values.enumerated() {
        sqlite3_bind_text(
          statement, Int32(index + 1), value, -1,
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
      while sqlite3_step(statement) == SQLITE_ROW {
        guard take(statement) else { return false }
      }
      return true
    }
  }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

extension Database {
  fileprivate var lastError: DatabaseError {
    DatabaseError(message: String(cString: sqlite3_errmsg(sqliteConnection)))
  }
}
