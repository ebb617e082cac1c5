import GRDB

/// A kind of failure of a store, for an app to make its own error of.
///
/// It has no words of its own: `reason` is SQLite's, and each app tells its users what was tried.
package enum StorageFailure: Error, Hashable, Sendable {
  /// Another connection kept the store locked for longer than the time limit.
  case busy
  /// SQLite finds the file damaged, or no database at all.
  case damaged(reason: String)
  /// A SQLite file of some other application.
  case foreign
  /// A newer version of the app has been here; the migrations this one does not know.
  case newer(unknown: [String])
  /// The store, its folder or the volume can not be written.
  case readOnly(reason: String)
  /// The volume, or the space allowed to the store, is full.
  case diskFull(reason: String)
  /// Any other.
  case other(reason: String)

  /// The kind of an error that opening or using a store has thrown.
  package init(_ error: any Error) {
    switch error {
    case let failure as StorageFailure:
      self = failure
    case let error as DatabaseError:
      let reason = error.message ?? error.resultCode.description
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(reason: reason)
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(reason: reason)
      case .SQLITE_FULL: self = .diskFull(reason: reason)
      default: self = .other(reason: reason)
      }
    default:
      self = .other(reason: "\(error)")
    }
  }
}

extension StorageFailure {
  /// The kind of an error on a store whose constraints forbid nothing that the app tries: what they
  /// refuse, or a table, a column or an index that is missing, is damage. SQLite has no code of its
  /// own for that.
  package init(onSoundStore error: any Error) {
    let failure = StorageFailure(error)
    if case .other(let reason) = failure, Self.isDamage(error, reason) {
      self = .damaged(reason: reason)
    } else {
      self = failure
    }
  }

  private static func isDamage(_ error: any Error, _ reason: String) -> Bool {
    guard let code = (error as? DatabaseError)?.resultCode else { return false }
    return code == .SQLITE_CONSTRAINT || code == .SQLITE_ERROR && lacksPart(reason)
  }

  private static func lacksPart(_ reason: String) -> Bool {
    ["no such table", "no such column", "no such index", "vtable constructor failed"]
      .contains { reason.hasPrefix($0) } || reason.contains(" has no column named ")
  }
}

extension DatabaseError {
  /// What a store says that can not be so, as if SQLite had found it.
  package static func damage(_ reason: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
  }
}
