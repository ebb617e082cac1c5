import Foundation
import GRDB
import Glibc

extension ResultStore {
  /// A Boolean value indicating whether it can only be read.
  public var isReadOnly: Bool { database.configuration.readonly }

  /// Returns why an existing store can't be written: because of the file itself, or of its folder,
  /// in which SQLite creates files; nil if it can.
  static func reasonNotToWrite(_ path: String) -> String? {
    guard access(path, R_OK) == 0 else { return nil }
    for place in [path, URL(fileURLWithPath: path).deletingLastPathComponent().path]
    where access(place, W_OK) != 0 {
      if [EROFS, EACCES, EPERM].contains(errno) { return String(cString: strerror(errno)) }
    }
    return nil
  }

  /// Returns why a store that does not exist can't be made in its folder, of which SQLite says only that it could not
  /// open a file; nil if there is another reason.
  static func reasonNotToMake(_ path: String) -> String? {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(path, F_OK) != 0, access(folder, W_OK) != 0,
      [EROFS, EACCES, EPERM].contains(errno)
    else { return nil }
    return "the folder \(folder) can't be written: \(String(cString: strerror(errno)))"
  }

  /// Opens a store that can't be written.
  ///
  /// Even for reading, SQLite wants to create a file beside a database with a write-ahead log,
  /// unless the address says that the database does not change. It says so only if the log is empty,
  /// because otherwise the log's content would be missed.
  static func openedToRead(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    do {
      return try checked(DatabaseQueue(path: path, configuration: configuration), path)
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    {
      var facts = stat()
      guard stat("\(path)-wal", &facts) != 0 || facts.st_size == 0 else { throw error }
      let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
      return try checked(DatabaseQueue(path: address, configuration: configuration), path)
    }
  }

  private static func checked(_ database: DatabaseQueue, _ path: String) throws -> DatabaseQueue {
    switch try database.read(Schema.state) {
    case .current: return database
    case .empty: throw StoreError.unusable(path: path, reason: "it is empty")
    case .otherVersion: throw StoreError.otherVersion(path: path)
    case .foreign: throw StoreError.foreign(path: path)
    }
  }
}
