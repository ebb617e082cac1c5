import AppStorage

// What the constraints forbid is refused before it is written, so what they refuse is damage.
extension CounterError: StorageError {
  // Opening fails as using does.
  package static func notOpened(path: String, reason: String) -> Self {
    .failed(path: path, reason: reason)
  }
}
