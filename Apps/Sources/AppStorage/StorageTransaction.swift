import GRDB

/// A transaction on a connection that is held for it.
///
/// GRDB's own compile BEGIN and COMMIT anew each time, and its reads set a pragma before and after:
/// that takes as long as a short list or a search on a key. They also tell its observers, which
/// apps do not have.
@frozen
package enum StorageTransaction {
  /// Reads in one snapshot, while others may write.
  case read
  /// Writes; others can not meanwhile. Rolled back when the body throws.
  case write

  /// Runs the body within the transaction.
  /// - Throws: what the body throws; SQLite's failures as `DatabaseError`.
  @inlinable
  package func run<Value>(
    in database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    // SQLite would complain of a want of memory.
    guard database.sqliteConnection != nil else { throw DatabaseError.connectionClosed }
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

  @inlinable var begin: String {
    switch self {
    case .read: "BEGIN DEFERRED TRANSACTION"
    case .write: "BEGIN IMMEDIATE TRANSACTION"
    }
  }
}

extension DatabaseError {
  /// The error of a call on a closed store, in GRDB's words.
  package static var connectionClosed: DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed")
  }
}
