import GRDB

/// The SQLite file of an app: what marks it as the app's own, and how connections to it are set up.
///
/// Write-ahead logging lets it be read while another connection writes; foreign keys are enforced.
/// Several connections may be open on it, in one process or in many.
package struct StorageFile: Sendable {
  /// The time that a connection waits for another's lock before it gives up, unless an app says
  /// otherwise.
  package static let busySeconds = 5.0

  let path: String
  let applicationID: Int64
  let migrator: DatabaseMigrator
  private let label: String
  private let cacheKibibytes: Int
  private let busySeconds: Double

  /// Describes the file; it need not be there yet.
  /// - Parameters:
  ///   - path: where the file is, or is to be.
  ///   - label: what GRDB calls the connections when it reports on them.
  ///   - applicationID: SQLite's mark of the file, so that no other application's is taken for one.
  ///     The first migration sets it.
  ///   - cacheKibibytes: page cache of each connection in KiB, an upper limit.
  ///   - busySeconds: how long a connection waits for another's lock.
  ///   - migrator: all versions of the schema, oldest first.
  package init(
    path: String, label: String, applicationID: Int64, cacheKibibytes: Int,
    busySeconds: Double = StorageFile.busySeconds, migrator: DatabaseMigrator
  ) {
    self.path = path
    self.label = label
    self.applicationID = applicationID
    self.cacheKibibytes = cacheKibibytes
    self.busySeconds = busySeconds
    self.migrator = migrator
  }

  /// The set-up of every connection to the file.
  package var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = label
    configuration.busyMode = .timeout(busySeconds)
    configuration.prepareDatabase { [cacheKibibytes] database in
      try database.execute(sql: "PRAGMA cache_size = -\(cacheKibibytes)")
    }
    return configuration
  }

  /// A connection that reads and writes, to a file created and migrated as need be.
  ///
  /// Of connections that create the file at the same moment, one may be refused as busy without waiting: SQLite
  /// does not wait when two turn write-ahead logging on. It can try again.
  /// - Throws: what ``StorageFailure`` tells apart. A file that is refused is left as it was.
  package func open(_ durability: Durability) throws -> DatabaseQueue {
    try inspect()
    var configuration = configuration
    configuration.journalMode = .wal
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // After opening: GRDB sets NORMAL when it turns write-ahead logging on.
    if durability == .powerLoss {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    }
    try migrate(queue)
    return queue
  }

  /// Applies the migrations that are missing.
  ///
  /// GRDB looks up what is missing before it takes the lock for writing, so of two processes that
  /// create the same store at once the second fails on the first's table. It finds nothing
  /// missing when it looks again.
  private func migrate(_ queue: DatabaseQueue) throws {
    do {
      try migrator.migrate(queue)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      guard try queue.read(migrator.hasCompletedMigrations) else { throw error }
    }
  }
}
