import Glibc

/// The right to measure an experiment, held by one process at a time and released at its end, however it ends.
///
/// It is a lock on the experiment's byte in a file beside the store, which stays empty. The lock belongs to
/// an open file description: SQLite's own locks on the store belong to the process, and would be lost if
/// another descriptor of the same file were closed. If a file system has no such locks, nobody is refused.
public final class ExperimentClaim: Sendable {
  private let descriptor: Int32
  private let number: Int64

  /// Takes the right for an experiment of the store at a path.
  /// - Throws: ``StoreError/beingMeasured(number:)``, ``StoreError/unusable(path:reason:)``.
  init(of number: Int64, in store: String) throws(StoreError) {
    let path = Self.path(store)
    self.number = number
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
    var lock = Self.lock(on: number)
    while fcntl(descriptor, Self.setLock, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: throw .beingMeasured(number: number)
      default: return
      }
    }
  }

  deinit {
    // Closing alone would leave it with a child that has not executed its program yet.
    var lock = Self.lock(on: number)
    lock.l_type = Int16(F_UNLCK)
    _ = fcntl(descriptor, Self.setLock, &lock)
    close(descriptor)
  }

  static func isHeld(of number: Int64, in store: String) -> Bool {
    let descriptor = open(path(store), O_RDONLY | O_CLOEXEC)
    // A store without that file was never measured into.
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = lock(on: number)
    return fcntl(descriptor, getLock, &lock) == 0 && Int32(lock.l_type) != F_UNLCK
  }

  private static func path(_ store: String) -> String { store + "-claims" }

  private static func lock(on number: Int64) -> flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(number)
    lock.l_len = 1
    return lock
  }

  /// F_OFD_GETLK and F_OFD_SETLK, which Swift's glibc module omits.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37
}
