import Glibc

/// The monotonic clock, used for all times of a run.
public enum MonotonicClock {
  /// Now, ns since an arbitrary start.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.nanoseconds
  }
}

/// The CPU clock of this thread, ns: the cost of its work, whatever else ran meanwhile.
enum OwnClock {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.nanoseconds
  }
}

extension timespec {
  var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
