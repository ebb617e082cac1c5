import DriverProtocol
import Glibc

/// Adds up what the core calls cost, and nothing else.
///
/// A bracket reads, from outside in: getrusage, CPU clock, monotonic clock. So the monotonic
/// reading holds the call alone, CPU time also holds two readings of the monotonic clock (about
/// 50 ns), and the counters hold one reading of the CPU clock more.
///
/// Where instructions are counted too, their bracket is the innermost: it holds the call alone.
struct Stopwatch {
  private let counter: CallCounter
  private(set) var cost = StepCost(
    wallNanoseconds: 0, cpuNanoseconds: 0, userMicroseconds: 0, systemMicroseconds: 0,
    minorFaults: 0, majorFaults: 0, voluntarySwitches: 0, involuntarySwitches: 0)

  /// - Parameter counter: what counts the core calls' instructions.
  init(counter: CallCounter = .none) { self.counter = counter }

  /// Carries out `body` and adds its cost, also when it throws.
  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let usage = Stopwatch.usage()
    let cpu = Stopwatch.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    let wall = Stopwatch.nanoseconds(CLOCK_MONOTONIC)
    defer {
      cost.wallNanoseconds += Stopwatch.nanoseconds(CLOCK_MONOTONIC) - wall
      cost.cpuNanoseconds += Stopwatch.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu
      add(Stopwatch.usage(), since: usage)
    }
    counter.begin()
    defer { counter.end() }
    return try body()
  }

  private mutating func add(_ end: rusage, since start: rusage) {
    func micro(_ a: timeval, _ b: timeval) -> Int64 {
      Int64(a.tv_sec - b.tv_sec) * 1_000_000 + Int64(a.tv_usec - b.tv_usec)
    }
    func plus(_ sum: inout Int64?, _ more: Int64) { sum = (sum ?? 0) + more }
    plus(&cost.userMicroseconds, micro(end.ru_utime, start.ru_utime))
    plus(&cost.systemMicroseconds, micro(end.ru_stime, start.ru_stime))
    plus(&cost.minorFaults, Int64(end.ru_minflt - start.ru_minflt))
    plus(&cost.majorFaults, Int64(end.ru_majflt - start.ru_majflt))
    plus(&cost.voluntarySwitches, Int64(end.ru_nvcsw - start.ru_nvcsw))
    plus(&cost.involuntarySwitches, Int64(end.ru_nivcsw - start.ru_nivcsw))
  }

  private static func usage() -> rusage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
