import AppStorage

// What the constraints forbid is refused before it is written, so what they refuse is damage.
extension LibraryError: StorageError {}
