import Glibc

/// Holds on to one process by a pidfd, which never names another.
public final class ProcessWatch: Sendable {
  private let descriptor: Int32

  /// Watches a process.
  /// - Returns: nil where it has gone already.
  public init?(_ pid: Int32) {
    // glibc has it since 2.36, in a header that Swift's module of it leaves out.
    guard let symbol = dlsym(nil, "pidfd_open") else { return nil }
    typealias Function = @convention(c) (pid_t, UInt32) -> Int32
    descriptor = unsafeBitCast(symbol, to: Function.self)(pid, 0)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Waits until the process has ended, a minute at most; that it took so long is a failure, not
  /// a matter of speed.
  public func hasEnded() -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&watched, 1, 60_000)
      if count < 0, errno == EINTR { continue }
      return count == 1
    }
  }
}

/// Whether a process is gone, or goes while this waits for it.
public func isGone(_ pid: Int32) -> Bool {
  guard let watch = ProcessWatch(pid) else { return true }
  return watch.hasEnded()
}
