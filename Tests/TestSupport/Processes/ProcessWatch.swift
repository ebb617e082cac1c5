import Glibc

/// Refers to one process by a pidfd, which is never reused.
public final class ProcessWatch: Sendable {
  private let descriptor: Int32

  /// Watches a process.
  /// - Returns: nil if it has already gone.
  public init?(_ pid: Int32) {
    // glibc has it since 2.36, in a header that Swift's glibc module omits.
    guard let symbol = dlsym(nil, "pidfd_open") else { return nil }
    typealias Function = @convention(c) (pid_t, UInt32) -> Int32
    descriptor = unsafeBitCast(symbol, to: Function.self)(pid, 0)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Waits until the process has ended, at most a minute; taking longer is a failure, not just slow.
  public func hasEnded() -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&watched, 1, 60_000)
      if count < 0, errno == EINTR { continue }
      return count == 1
    }
  }
}

/// Returns whether a process has ended, waiting up to a minute for it.
public func isGone(_ pid: Int32) -> Bool {
  guard let watch = ProcessWatch(pid) else { return true }
  return watch.hasEnded()
}
