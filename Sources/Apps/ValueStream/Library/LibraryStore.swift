import GRDB

/// The connection to one SQLite file, and its transactions.
///
/// One connection serves all calls, one after the other: an editor has one user. Write-ahead
/// logging lets another process read while this one writes. Several stores may be open on the
/// same file, in one process or in many.
struct LibraryStore: Sendable {
  /// How long a writer waits for another before it gives up.
  static let busySeconds = 5.0
  /// Page cache in KiB, an upper limit: 10,000 files with their search index.
  static let cacheKibibytes = 16_384
  /// "VSML": marks the file as a library, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x5653_4d4c

  let path: String
  /// Tells this store from every other but its own copies: 128 random bits, made with it.
  let identity: String
  let queue: DatabaseQueue

  /// Opens the store, creating and migrating it as need be. A file that is refused is left as it
  /// was.
  init(
    path: String, durability: MapLibrary.Durability, busySeconds: Double = LibraryStore.busySeconds
  ) throws(LibraryError) {
    self.path = path
    do {
      try Self.inspect(path, busySeconds: busySeconds)
      var configuration = Configuration()
      configuration.label = "library"
      configuration.busyMode = .timeout(busySeconds)
      configuration.journalMode = .wal
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA cache_size = -\(Self.cacheKibibytes)")
      }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      // After opening: GRDB sets NORMAL when it turns write-ahead logging on.
      if durability == .powerLoss {
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      }
      try Self.migrate(queue)
      identity = try queue.read(Self.identity)
    } catch {
      throw LibraryError(opening: path, error)
    }
  }

  private static func identity(in database: Database) throws -> String {
    guard let identity = try String.fetchOne(database, sql: "SELECT identity FROM library") else {
      throw DatabaseError.damage("its identity is missing")
    }
    return identity
  }

  /// Closes the connection; calls after it fail.
  func close() throws(LibraryError) {
    do {
      try queue.close()
    } catch {
      throw LibraryError(using: path, error)
    }
  }

  /// Moves all of the log into the main file, and lets go of the pages in memory.
  func settle() throws(LibraryError) {
    do {
      try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      queue.releaseMemory()
    } catch {
      throw LibraryError(using: path, error)
    }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try transaction("BEGIN DEFERRED TRANSACTION", body)
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try transaction("BEGIN IMMEDIATE TRANSACTION", body)
  }

  /// GRDB's own transactions compile BEGIN and COMMIT anew each time, and its reads set a pragma
  /// before and after: that takes as long as a search on a key.
  private func transaction<Value>(
    _ begin: String, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    do {
      return try queue.writeWithoutTransaction { database in
        // SQLite would complain of a want of memory.
        guard database.sqliteConnection != nil else {
          throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
        }
        try PreparedStatement(begin, in: database).run()
        do {
          let value = try body(database)
          try PreparedStatement("COMMIT TRANSACTION", in: database).run()
          return value
        } catch {
          // SQLite has rolled back by itself after some failures, such as a full disk.
          if database.isInsideTransaction {
            try? PreparedStatement("ROLLBACK TRANSACTION", in: database).run()
          }
          throw error
        }
      }
    } catch {
      throw LibraryError(using: path, error)
    }
  }
}
