import DriverProtocol

/// The time for which a thread could have run, but others had the CPUs. What sends requests reads answers late then,
/// and latencies look longer without being the service's.
enum CPUWait {
  /// The failure of what waited for a share of the time; nil if it may have, or if the share is not known.
  ///
  /// In a pair that waits less than it may, both sides wait alike, and the scatter of pairs shows it. The other side
  /// can't be the cause of more: its users come when none come here. Nor can the services,
  /// which have a CPU of their own.
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
