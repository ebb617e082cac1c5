import Glibc

/// The CPU clock of another process: exact nanoseconds over all its threads.
public struct ProcessClock {
  private let clock: clockid_t

  /// The clock of a process.
  /// - Throws: ``SamplingError/noSuchProcess(pid:)``.
  public init(of pid: Int32) throws(SamplingError) {
    var clock = clockid_t()
    guard clock_getcpuclockid(pid, &clock) == 0 else { throw .noSuchProcess(pid: pid) }
    self.clock = clock
  }

  /// CPU time so far, ns, or nil if the process has gone.
  public var nanoseconds: Int64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return time.nanoseconds
  }
}
