import GRDB

/// The durable store of an inventory: owns the connections to one SQLite file and its migrations.
///
/// Write-ahead logging lets lists be read while devices are lent; foreign keys are enforced; a
/// writer waits up to 5 seconds for another. Several stores may be open on the same
/// file, in one process or in many.
public struct InventoryStore: Sendable {
  /// What a finished call survives.
  public enum Durability: Sendable {
    /// Power loss and a crash of the system: every commit waits for the disk.
    case powerLoss
    /// A crash of the app. After power loss the last commits may be missing, but the store is
    /// whole.
    case appCrash
  }

  /// How long a writer waits for another process before it gives up.
  static let busySeconds = 5.0
  /// Page cache of each connection in KiB, an upper limit: 100,000 devices with their indices
  /// take 20 MiB, and a list in the order of names visits the pages in random order.
  package static let cacheKibibytes = 32_768
  /// "KMUI": marks the file as an inventory, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x4b4d_5549

  /// What a call on a closed store meets, in GRDB's words.
  static let closed = DatabaseError(
    resultCode: .SQLITE_MISUSE, message: "Connection is closed")

  /// The SQLite file.
  public let path: String
  let writer: DatabaseQueue
  private let readers: StoreReaders

  /// Opens the store, creating and migrating it as need be.
  ///
  /// - Throws: ``InventoryError/storeNotOpened(path:reason:)``,
  ///   ``InventoryError/storeNewer(path:unknown:)``, ``InventoryError/storeForeign(path:)``,
  ///   ``InventoryError/storeDamaged(path:reason:)`` or ``InventoryError/storeBusy(path:)``. A
  ///   file that is refused is left as it was.
  public init(path: String, durability: Durability = .powerLoss) throws(InventoryError) {
    self.path = path
    do {
      try Self.inspect(path)
      var configuration = Configuration()
      configuration.label = "inventory"
      configuration.busyMode = .timeout(Self.busySeconds)
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA cache_size = -\(Self.cacheKibibytes)")
      }
      configuration.journalMode = .wal
      writer = try DatabaseQueue(path: path, configuration: configuration)
      // After opening: GRDB sets NORMAL when it turns write-ahead logging on.
      if durability == .powerLoss {
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      }
      try Self.migrate(writer)
      configuration.readonly = true
      configuration.journalMode = .default
      readers = StoreReaders(path: path, configuration: configuration)
    } catch {
      throw InventoryError(opening: path, error)
    }
  }

  /// Closes all connections; calls after it fail.
  public func close() throws(InventoryError) {
    do {
      try readers.close()
      try writer.close()
    } catch {
      throw InventoryError(using: path, error)
    }
  }

  /// Moves all of the log into the main file, and lets go of the pages in memory.
  func settle() throws(InventoryError) {
    do {
      try writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      writer.releaseMemory()
    } catch {
      throw InventoryError(using: path, error)
    }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    do {
      return try readers.read {
        try Self.transaction("BEGIN DEFERRED TRANSACTION", in: $0, body)
      }
    } catch {
      throw InventoryError(using: path, error)
    }
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    do {
      return try writer.writeWithoutTransaction {
        try Self.transaction("BEGIN IMMEDIATE TRANSACTION", in: $0, body)
      }
    } catch {
      throw InventoryError(using: path, error)
    }
  }

  /// GRDB's own transactions compile BEGIN and COMMIT anew each time, which takes as long as a
  /// short list. They also tell its observers; this store has none.
  private static func transaction<Value>(
    _ begin: String, in database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    // SQLite would complain of a want of memory.
    guard database.sqliteConnection != nil else { throw closed }
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
}
