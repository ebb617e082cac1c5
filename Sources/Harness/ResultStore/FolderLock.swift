import Glibc

/// Lets one process at a time do something in a folder, by flock(2) on the folder itself, so that
/// no file is left behind. Where a file system knows no such locks, nobody waits.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits until no other holds the folder.
  init(_ path: String) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Lets the folder go; so does the end of the process.
  deinit { close(descriptor) }
}
