/// An app's error that has a case for each way in which its store can fail.
package protocol StorageError: Error {
  /// Another process writes.
  static func busy(path: String) -> Self
  /// The file is no longer what was written.
  static func damaged(path: String, reason: String) -> Self
  /// The file is of another program.
  static func foreign(path: String) -> Self
  /// The file is of a later version of the app.
  static func newer(path: String, unknown: [String]) -> Self
  /// The file can't be written.
  static func readOnly(path: String) -> Self
  /// The disk is full.
  static func diskFull(path: String) -> Self
  /// The folder that the file is to be in is not there.
  static func folderMissing(path: String, folder: String) -> Self
  /// The file can't be opened, for another reason.
  static func notOpened(path: String, reason: String) -> Self
  /// Anything else.
  static func failed(path: String, reason: String) -> Self
}

extension StorageError {
  /// Makes the caller's error of a failure while opening the store.
  package init(opening path: String, _ error: any Error) {
    guard !(error is Self), case .other(let reason) = StorageFailure(onSoundStore: error) else {
      self.init(using: path, error)
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
  package init(using path: String, _ error: any Error) {
    if let error = error as? Self {
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
