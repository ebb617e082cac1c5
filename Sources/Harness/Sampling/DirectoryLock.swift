import Glibc
import Synchronization
public import SystemPackage

/// Marks a directory as one that a living process uses, by flock(2) on the directory itself.
///
/// The kernel takes the lock back however the process ends, and knows it across containers, whose
/// process numbers mean nothing to each other. So what is not locked was left behind by a process that
/// was killed, and the next one may remove it. Where a file system knows no such locks, nothing is held
/// and nothing removed.
public final class DirectoryLock: Sendable {
  /// What came of trying to lock a directory.
  public enum Outcome: Sendable {
    /// It is locked.
    case held(DirectoryLock)
    /// There is none of that name any more.
    case gone
    /// Another process has it, or another user, or it can't be locked.
    case anothers
  }

  /// Nil once it is released.
  private let descriptor: Mutex<Int32?>

  private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// Locks a directory of this user.
  /// - Parameters:
  ///   - mode: the permissions that it must have; nil for any.
  ///   - waits: until no other process holds it, rather than telling so.
  public static func take(_ path: FilePath, mode: mode_t? = nil, waits: Bool) -> Outcome {
    // Never handed down: a child that lives on would keep the lock.
    let descriptor = open(path.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { return errno == ENOENT ? .gone : .anothers }
    var opened = stat()
    guard fstat(descriptor, &opened) == 0, opened.st_uid == geteuid(),
      mode.map({ opened.st_mode & 0o777 == $0 }) ?? true, hold(descriptor, waits: waits)
    else {
      close(descriptor)
      return .anothers
    }
    var named = stat()
    guard lstat(path.string, &named) == 0, named.st_ino == opened.st_ino,
      named.st_dev == opened.st_dev
    else {
      // Locked is one that was removed meanwhile, and whose name is free or another's.
      close(descriptor)
      return .gone
    }
    return .held(DirectoryLock(descriptor: descriptor))
  }

  private static func hold(_ descriptor: Int32, waits: Bool) -> Bool {
    while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Gives the directory back.
  public func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
  }
}
