import AppStorage

extension InventoryError {
  /// Makes the caller's error of a failure while opening the store.
  init(opening path: String, _ error: any Error) {
    let used = InventoryError(using: path, error)
    if case .storeFailed(_, let reason) = used {
      self = .storeNotOpened(path: path, reason: reason)
    } else {
      self = used
    }
  }

  /// Makes the caller's error of a failure while using the store; our own errors pass through.
  init(using path: String, _ error: any Error) {
    if let error = error as? InventoryError {
      self = error
      return
    }
    switch StorageFailure(error) {
    case .busy: self = .storeBusy(path: path)
    case .damaged(let reason): self = .storeDamaged(path: path, reason: reason)
    case .foreign: self = .storeForeign(path: path)
    case .newer(let unknown): self = .storeNewer(path: path, unknown: unknown)
    case .readOnly(let reason), .diskFull(let reason), .other(let reason):
      self = .storeFailed(path: path, reason: reason)
    }
  }
}
