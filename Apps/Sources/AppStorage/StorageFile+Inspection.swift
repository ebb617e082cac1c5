import GRDB
import Glibc

extension StorageFile {
  /// Refuses a file that is damaged, foreign or newer, before anything is written into it.
  func inspect() throws {
    var status = stat()
    // A file that is not there, or empty, is a store yet to be created.
    guard stat(path, &status) == 0, status.st_size > 0, status.st_mode & S_IFMT == S_IFREG else {
      return
    }
    var configuration = configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { database in
      let mark = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let isMarked = mark == applicationID
      // Another process may be creating the store just now: GRDB's tables come before our mark.
      let isUntouched = try mark == 0 && !Self.hasTablesOfOthers(database)
      guard isMarked || isUntouched else { throw StorageFailure.foreign }
      guard isMarked else { return }
      let known = Set(migrator.migrations)
      let unknown = try migrator.appliedIdentifiers(database).subtracting(known)
      guard unknown.isEmpty else { throw StorageFailure.newer(unknown: unknown.sorted()) }
    }
    try queue.close()
  }

  // Counts our own tables too, but a store with those is marked: both come in one transaction.
  private static func hasTablesOfOthers(_ database: Database) throws -> Bool {
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name NOT GLOB 'grdb_*'")
    return count != 0
  }
}
