import Glibc

/// A path for a store of this process alone, whose files go with the value.
final class ScratchStore {
  let path: String

  init(_ name: String, in directory: String) {
    path = "\(directory)/value-stream-benchmark-\(getpid())-\(name).sqlite"
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
