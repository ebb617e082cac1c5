import Glibc

/// The kernel's clocks of elapsed time and of this process's CPU time.
enum KernelClock {
  static var now: Duration { time(CLOCK_MONOTONIC) }
  static var cpuTime: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
