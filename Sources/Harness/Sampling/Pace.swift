/// Spreads work that is dear, so that it takes no more than a share of one CPU.
struct Pace {
  /// How much of one CPU may be spent.
  static let share = 0.005

  private var notBefore: Int64 = 0

  /// Whether it is time to work again.
  var isDue: Bool { MonotonicClock.now >= notBefore }

  /// Works, and notes what it cost.
  mutating func spend<Result>(_ work: () -> Result) -> Result {
    let start = OwnClock.now
    let result = work()
    notBefore = MonotonicClock.now + Int64(Double(OwnClock.now - start) / Self.share)
    return result
  }
}
