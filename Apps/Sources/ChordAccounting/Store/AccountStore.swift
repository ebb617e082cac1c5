import AppStorage
import GRDB

/// The connection to one SQLite file, and its transactions, which the small stores of an account book
/// share: ``ActivityDictionary``, ``ProjectStore`` and ``PhotoStore``.
///
/// One connection serves all calls, one after the other: an app in the hand has one user. Several
/// books may be open on the same file, in one process or in many.
package struct AccountStore: Sendable {
  /// Page cache in KiB, an upper limit: a dictionary of 10,000 entries with its index.
  package static let cacheKibibytes = 8_192
  /// "CHRD": marks the file as an account book, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x4348_5244

  let path: String
  let queue: DatabaseQueue

  /// Opens the store, creating and migrating it as need be. A file that is refused is left as it was.
  init(
    path: String, durability: Durability, busySeconds: Double = StorageFile.busySeconds
  ) throws(AccountingError) {
    self.path = path
    do {
      let file = StorageFile(
        path: path, label: "account book", applicationID: Self.applicationID,
        cacheKibibytes: Self.cacheKibibytes, busySeconds: busySeconds, migrator: Self.migrator)
      queue = try file.open(durability)
    } catch {
      throw AccountingError(opening: path, error)
    }
  }

  /// Closes the connection; calls after it fail.
  func close() throws(AccountingError) {
    try attempt { try queue.close() }
  }

  /// Moves all of the log into the main file, and lets go of the pages in memory.
  func settle() throws(AccountingError) {
    try attempt { try queue.settle() }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(AccountingError) -> Value {
    try attempt {
      try queue.writeWithoutTransaction { try StorageTransaction.read.run(in: $0, body) }
    }
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(AccountingError) -> Value {
    try attempt {
      try queue.writeWithoutTransaction { try StorageTransaction.write.run(in: $0, body) }
    }
  }

  private func attempt<Value>(_ body: () throws -> Value) throws(AccountingError) -> Value {
    do {
      return try body()
    } catch {
      throw AccountingError(using: path, error)
    }
  }
}
