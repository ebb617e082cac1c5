import AppStorage

extension NoteError {
  /// Makes the caller's error of a failure while opening the store.
  init(opening path: String, _ error: any Error) {
    let place = StoragePlace(path)
    let used = NoteError(using: path, error)
    guard case .failed = used else {
      self = used
      return
    }
    if let folder = place.missingFolder {
      self = .folderMissing(path: path, folder: folder)
    } else {
      self = place.isReadOnly ? .readOnly(path: path) : used
    }
  }

  /// Makes the caller's error of a failure while using the store; our own errors pass through.
  init(using path: String, _ error: any Error) {
    if let error = error as? NoteError {
      self = error
      return
    }
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
