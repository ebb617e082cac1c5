/// Spreads work that is dear, so that it takes no more than a share of one CPU.
struct Pace {
  /// How much of one CPU may be spent.
  static let share = 0.005

  private var notBefore: Int64 = 0

  /// Whether it is time to work again.
  var isDue: Bool { MonotonicClock.now >= notBefore }

  /// Notes what work has cost.
  /// - Parameter start: this thread's ``OwnClock`` when it began.
  mutating func spent(since start: Int64) {
    notBefore = MonotonicClock.now + Int64(Double(OwnClock.now - start) / Self.share)
  }
}
