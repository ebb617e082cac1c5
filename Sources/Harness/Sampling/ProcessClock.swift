import Glibc

/// The CPU clock of another process: exact nanoseconds over all of its threads.
public struct ProcessClock {
  private let clock: clockid_t

  /// The clock of a process.
  /// - Throws: ``SamplingError/noSuchProcess(pid:)``.
  public init(of pid: Int32) throws(SamplingError) {
    var clock = clockid_t()
    guard clock_getcpuclockid(pid, &clock) == 0 else { throw .noSuchProcess(pid: pid) }
    self.clock = clock
  }

  /// CPU time so far, ns, or nil where the process has gone.
  public var nanoseconds: Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return time.nanoseconds
  }
}

/// The monotonic clock, the one that all times of a run are told by.
public enum MonotonicClock {
  /// Now, ns since an arbitrary start.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.nanoseconds
  }
}

/// The CPU clock of this thread, ns: what work costs, whatever else ran in between.
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
