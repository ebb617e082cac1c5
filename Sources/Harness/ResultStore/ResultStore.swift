import Foundation
import GRDB
import Recording

/// Keeps experiments in an SQLite file, with a write-ahead log: a run that was stored stays
/// stored, whatever happens to Rehearse or the machine's other processes afterwards.
public struct ResultStore: Sendable {
  let database: DatabasePool

  /// Opens a store, and makes it where there is none.
  /// - Throws: ``StoreError``.
  public init(path: String) throws(StoreError) {
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      database = try DatabasePool(path: path, configuration: configuration)
      if try database.read(Schema.migrator.hasBeenSuperseded) { throw StoreError.newer(path: path) }
      try Schema.migrator.migrate(database)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError.unusable(path: path, reason: Self.reason(error))
    }
  }

  /// Opens a store that is there already.
  /// - Throws: ``StoreError``.
  public init(existing path: String) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    try self.init(path: path)
  }

  /// Reads, with errors worded.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.read(body) } catch { throw worded(error) }
  }

  /// Writes in one transaction, with errors worded.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.write(body) } catch { throw worded(error) }
  }

  private func worded(_ error: any Error) -> StoreError {
    error as? StoreError ?? .unusable(path: database.path, reason: Self.reason(error))
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? DatabaseError {
      return error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    }
    return (error as NSError).localizedDescription
  }
}
