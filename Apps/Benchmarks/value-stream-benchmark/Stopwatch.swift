import Glibc

/// The one clock of this benchmark.
enum Stopwatch {
  /// What looking at the clock twice takes: as long as several edits of a map.
  private static let ownCost = (0...1_000).map { _ in elapsed {} }.median ?? 0

  /// Microseconds of processor time that a body takes: nothing here waits for a disk, and what else
  /// the machine does meanwhile is not counted.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let cost = ownCost
    return try max(0, elapsed(body) - cost)
  }

  private static func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let begin = now()
    try body()
    return now() - begin
  }

  private static func now() -> Double {
    var time = timespec()
    // A clock that exists, and a valid pointer: it can not fail.
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
