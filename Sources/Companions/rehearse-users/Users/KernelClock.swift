import Glibc

/// The kernel's clocks.
enum KernelClock {
  /// The monotonic time.
  static var now: Duration { time(CLOCK_MONOTONIC) }
  /// The CPU time of this process.
  static var cpuTime: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
