import GRDB
import Glibc

extension LibraryError {
  /// What a failure while opening the store is to the caller.
  init(opening path: String, _ error: any Error) {
    guard case .failed(_, let reason) = LibraryError(using: path, error) else {
      self = LibraryError(using: path, error)
      return
    }
    // SQLite says no more than that it is "unable to open database file".
    let folder = Self.folder(of: path)
    if access(folder, F_OK) != 0 {
      self = .folderMissing(path: path, folder: folder)
    } else if Self.isReadOnly(path) || Self.isReadOnly(folder) {
      self = .readOnly(path: path)
    } else {
      self = .notOpened(path: path, reason: reason)
    }
  }

  /// What a failure while using the store is to the caller; our own errors pass through.
  init(using path: String, _ error: any Error) {
    switch error {
    case let error as LibraryError:
      self = error
    case let error as DatabaseError:
      let reason = error.message ?? error.resultCode.description
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
      // What the constraints forbid is refused before it is written, or the store is at odds with
      // itself.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT:
        self = .damaged(path: path, reason: reason)
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
      case .SQLITE_FULL: self = .diskFull(path: path)
      case .SQLITE_ERROR where Self.lacksPart(reason): self = .damaged(path: path, reason: reason)
      default: self = .failed(path: path, reason: reason)
      }
    default:
      self = .failed(path: path, reason: "\(error)")
    }
  }

  /// Whether SQLite misses a table, a column or an index: that has no code of its own.
  private static func lacksPart(_ reason: String) -> Bool {
    ["no such table", "no such column", "no such index", "vtable constructor failed"]
      .contains { reason.hasPrefix($0) } || reason.contains(" has no column named ")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isReadOnly(_ path: String) -> Bool {
    access(path, W_OK) != 0 && (errno == EROFS || errno == EACCES || errno == EPERM)
  }
}
