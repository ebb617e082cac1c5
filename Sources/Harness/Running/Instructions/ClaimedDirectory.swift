import Foundation
import Glibc
import SystemPackage

/// An empty directory of a fixed name, which is one process's as long as that holds a lock on it.
///
/// The kernel takes the lock back however the process ends. What one that was killed has left
/// behind is emptied for the next.
struct ClaimedDirectory {
  let path: FilePath
  private let lock: FileDescriptor

  /// Claims a name.
  /// - Returns: nil where it is another's.
  /// - Throws: `Errno` where no directory can be made.
  init?(_ path: FilePath) throws(Errno) {
    self.path = path
    while true {
      if mkdir(path.string, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
      // Never handed down: a child that lives on would keep the lock.
      let descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0 {
        // Whoever had it has removed it meanwhile.
        if errno == ENOENT { continue }
        // A file, a link or another user's.
        return nil
      }
      let lock = FileDescriptor(rawValue: descriptor)
      var opened = stat()
      guard fstat(descriptor, &opened) == 0, opened.st_uid == geteuid(),
        opened.st_mode & 0o777 == 0o700, flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else {
        try? lock.close()
        return nil
      }
      var named = stat()
      if lstat(path.string, &named) == 0, named.st_ino == opened.st_ino,
        named.st_dev == opened.st_dev
      {
        self.lock = lock
        break
      }
      // Locked is one that was removed meanwhile, and whose name is free or another's.
      try? lock.close()
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? [] {
      try? FileManager.default.removeItem(atPath: path.appending(name).string)
    }
  }

  /// Deletes it with all that is in it, and gives the name back. To be called once.
  func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
    try? lock.close()
  }
}
