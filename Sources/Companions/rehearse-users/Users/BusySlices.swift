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
