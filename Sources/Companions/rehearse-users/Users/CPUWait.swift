import DriverProtocol

/// The time for which a thread could have run, but others had the CPUs. What sends requests reads answers late then, and
/// latencies look longer without being the service's.
enum CPUWait {
  /// The failure of what waited for a share of the time; nil if it may have, or if the share is not known.
  ///
  /// In a pair that waits less than it may, both sides wait alike, and the scatter of pairs shows it. The other side
  /// can't be the cause of more: it may be busy for 0.35 of the time, and keeps this one waiting no longer. Nor can the
  /// services, which have a CPU of their own.
  ///
  /// Alone nothing fails: a service with many threads may have the CPUs itself. Beside other programs such a run
  /// counts as disturbed, by a rule that knows the service's CPU time.
  static func failure(after share: Double?, inPair: Bool) -> UserError? {
    guard inPair, let share, 100 * share > Double(UserArrivals.mostWaitingPercent) else {
      return nil
    }
    return .clientStarved(share: share)
  }

  /// The wait of the calling thread since it began; nil if the kernel does not tell it.
  static var ofThisThread: Duration? {
    // Without scheduler statistics (CONFIG_SCHED_INFO) there is no such file.
    let bytes = try? FileContent.bytes(of: "/proc/thread-self/schedstat")
    return bytes.flatMap { time(in: String(decoding: $0, as: UTF8.self)) }
  }

  /// Reads `schedstat`: the time on a CPU and the time of waiting for one, ns, and the number of turns on a CPU. Nil if
  /// it is not that, or if nothing is counted: whoever reads it has had a turn.
  static func time(in text: String) -> Duration? {
    let numbers = text.split(whereSeparator: \.isWhitespace).map { Int64($0) }
    guard numbers.count == 3, let waited = numbers[1], let turns = numbers[2], turns > 0 else {
      return nil
    }
    return .nanoseconds(waited)
  }
}

/// How busy this process was in the busiest part of a time: users who come in a short crowd meet it then, and its share
/// of the whole time says nothing of that.
struct BusySlices {
  /// The share of a part for which this process may be busy.
  static let mostBusy = 0.9
  /// The least length of a part: ten ticks of a kernel that counts CPU time by ticks.
  private static let length = Duration.milliseconds(100)

  /// The share of the busiest part for which it was busy.
  private(set) var busiest = 0.0
  private var start: Duration
  private var used: Duration

  /// Begins at a moment, until which this process has used so much CPU time.
  init(from start: Duration, used: Duration) { (self.start, self.used) = (start, used) }

  /// Ends the current part if it is long enough, at a moment that may be late.
  mutating func note(_ now: Duration, used: @autoclosure () -> Duration) {
    if now - start >= Self.length { close(now, used()) }
  }

  /// Ends the last part, which does not count if it is much shorter than others: a moment of work would fill it.
  mutating func end(_ now: Duration, used: Duration) {
    if now - start >= Self.length / 2 { close(now, used) }
  }

  private mutating func close(_ now: Duration, _ used: Duration) {
    busiest = max(busiest, (used - self.used) / (now - start))
    (start, self.used) = (now, used)
  }
}
