import AppStorage

extension LibraryError {
  /// Makes the caller's error of a failure while opening the store.
  init(opening path: String, _ error: any Error) {
    guard case .failed(_, let reason) = LibraryError(using: path, error) else {
      self = LibraryError(using: path, error)
      return
    }
    let place = StoragePlace(path)
    if let folder = place.missingFolder {
      self = .folderMissing(path: path, folder: folder)
    } else if place.isReadOnly {
      self = .readOnly(path: path)
    } else {
      self = .notOpened(path: path, reason: reason)
    }
  }

  /// Makes the caller's error of a failure while using the store; our own errors pass through.
  init(using path: String, _ error: any Error) {
    if let error = error as? LibraryError {
      self = error
      return
    }
    // What the constraints forbid is refused before it is written.
    switch StorageFailure(onSoundStore: error) {
    case .busy: self = .busy(path: path)
    case .damaged(let reason): self = .damaged(path: path, reason: reason)
    case .foreign: self = .foreign(path: path)
    case .newer(let unknown): self = .newer(path: path, unknown: unknown)
    case .readOnly: self = .readOnly(path: path)
    case .diskFull: self = .diskFull(path: path)
    case .other(let reason): self = .failed(path: path, reason: reason)
    }
  }
}
