import AppStorage
import GRDB
import Glibc

extension CounterError {
  /// Makes the caller's error of a failure while opening the store.
  init(opening path: String, _ error: any Error) {
    self = CounterError(using: path, error)
    guard case .failed = self else { return }
    // SQLite says no more than that it is "unable to open database file".
    let folder = Self.folder(of: path)
    if access(folder, F_OK) != 0 {
      self = .folderMissing(path: path, folder: folder)
    } else if Self.isReadOnly(path) || Self.isReadOnly(folder) {
      self = .readOnly(path: path)
    }
  }

  /// Makes the caller's error of a failure while using the store; our own errors pass through.
  init(using path: String, _ error: any Error) {
    if let error = error as? CounterError {
      self = error
      return
    }
    switch StorageFailure(error) {
    case .busy: self = .busy(path: path)
    case .damaged(let reason): self = .damaged(path: path, reason: reason)
    case .foreign: self = .foreign(path: path)
    case .newer(let unknown): self = .newer(path: path, unknown: unknown)
    case .readOnly: self = .readOnly(path: path)
    case .diskFull: self = .diskFull(path: path)
    case .other(let reason) where Self.isDamage(error, reason):
      self = .damaged(path: path, reason: reason)
    case .other(let reason): self = .failed(path: path, reason: reason)
    }
  }

  /// Returns whether the store is at odds with itself: what its constraints forbid is refused
  /// before it is written. That it misses a table or a column has no code of its own.
  private static func isDamage(_ error: any Error, _ reason: String) -> Bool {
    guard let code = (error as? DatabaseError)?.resultCode else { return false }
    let lacksPart = ["no such table", "no such column"].contains { reason.hasPrefix($0) }
    return code == .SQLITE_CONSTRAINT || code == .SQLITE_ERROR && lacksPart
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isReadOnly(_ path: String) -> Bool {
    access(path, W_OK) != 0 && (errno == EROFS || errno == EACCES || errno == EPERM)
  }
}
