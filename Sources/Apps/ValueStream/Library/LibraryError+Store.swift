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
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, reason: reason)
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
      case .SQLITE_FULL: self = .diskFull(path: path)
      default: self = .failed(path: path, reason: reason)
      }
    default:
      self = .failed(path: path, reason: "\(error)")
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isReadOnly(_ path: String) -> Bool {
    access(path, W_OK) != 0 && (errno == EROFS || errno == EACCES || errno == EPERM)
  }
}
