import GRDB

extension InventoryError {
  /// What a failure while opening the store is to the caller.
  init(opening path: String, _ error: any Error) {
    let used = InventoryError(using: path, error)
    if case .storeFailed(_, let reason) = used {
      self = .storeNotOpened(path: path, reason: reason)
    } else {
      self = used
    }
  }

  /// What a failure while using the store is to the caller; our own errors pass through.
  init(using path: String, _ error: any Error) {
    switch error {
    case let error as InventoryError:
      self = error
    case let error as DatabaseError:
      let reason = error.message ?? error.resultCode.description
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .storeBusy(path: path)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .storeDamaged(path: path, reason: reason)
      default: self = .storeFailed(path: path, reason: reason)
      }
    default:
      self = .storeFailed(path: path, reason: "\(error)")
    }
  }
}
