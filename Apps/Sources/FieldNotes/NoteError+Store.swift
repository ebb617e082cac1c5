import AppStorage

extension NoteError: StorageError {
  // Opening fails as using does.
  package static func notOpened(path: String, reason: String) -> Self {
    .failed(path: path, reason: reason)
  }
}
