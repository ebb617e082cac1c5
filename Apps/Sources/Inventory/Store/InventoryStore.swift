import AppStorage
import GRDB

/// The durable store of an inventory: owns the connections to one SQLite file and its migrations.
///
/// Write-ahead logging lets lists be read while devices are lent; foreign keys are enforced; a
/// writer waits up to 5 seconds for another. Several stores may be open on the same
/// file, in one process or in many.
public struct InventoryStore: Sendable {
  /// Page cache of each connection in KiB, an upper limit: 100,000 devices with their indices
  /// take 20 MiB, and a list in the order of names visits the pages in random order.
  package static let cacheKibibytes = 32_768
  /// "KMUI": marks the file as an inventory, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x4b4d_5549

  /// The SQLite file.
  public let path: String
  let writer: DatabaseQueue
  private let readers: StoreReaders

  /// Opens the store, creating and migrating it as need be.
  /// - Throws: ``InventoryError/storeNotOpened(path:reason:)``,
  ///   ``InventoryError/storeNewer(path:unknown:)``, ``InventoryError/storeForeign(path:)``,
  ///   ``InventoryError/storeDamaged(path:reason:)`` or ``InventoryError/storeBusy(path:)``. A
  ///   file that is refused is left as it was.
  public init(path: String, durability: Durability = .powerLoss) throws(InventoryError) {
    self.path = path
    do {
      let file = StorageFile(
        path: path, label: "inventory", applicationID: Self.applicationID,
        cacheKibibytes: Self.cacheKibibytes, migrator: Self.migrator)
      writer = try file.open(durability)
      var configuration = file.configuration
      configuration.readonly = true
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
      try writer.settle()
    } catch {
      throw InventoryError(using: path, error)
    }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    do {
      return try readers.read { try StorageTransaction.read.run(in: $0, body) }
    } catch {
      throw InventoryError(using: path, error)
    }
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    do {
      return try writer.writeWithoutTransaction {
        try StorageTransaction.write.run(in: $0, body)
      }
    } catch {
      throw InventoryError(using: path, error)
    }
  }
}
