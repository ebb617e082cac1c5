import AppStorage
import GRDB

/// The connection to one SQLite file, and its transactions.
///
/// One connection serves all calls, one after the other: an editor has one user. Write-ahead
/// logging lets another process read while this one writes. Several stores may be open on the
/// same file, in one process or in many.
struct LibraryStore: Sendable {
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
    path: String, durability: Durability, busySeconds: Double = StorageFile.busySeconds
  ) throws(LibraryError) {
    self.path = path
    do {
      let file = StorageFile(
        path: path, label: "library", applicationID: Self.applicationID,
        cacheKibibytes: Self.cacheKibibytes, busySeconds: busySeconds, migrator: Self.migrator)
      queue = try file.open(durability)
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
      try queue.settle()
    } catch {
      throw LibraryError(using: path, error)
    }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try run(.read, body)
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    try run(.write, body)
  }

  private func run<Value>(
    _ transaction: StorageTransaction, _ body: (Database) throws -> Value
  ) throws(LibraryError) -> Value {
    do {
      return try queue.writeWithoutTransaction { try transaction.run(in: $0, body) }
    } catch {
      throw LibraryError(using: path, error)
    }
  }
}
