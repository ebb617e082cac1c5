/// Spreads expensive work, so that it takes no more than a share of one CPU.
struct ScanInterval {
  /// The share of one CPU that may be spent.
  static let share = 0.005

  private var notBefore: Int64 = 0

  /// A Boolean value indicating whether it is time to work again.
  var isDue: Bool { MonotonicClock.now >= notBefore }

  /// Notes the cost of work that began at `start` of this thread's ``OwnClock``.
  mutating func spent(since start: Int64) {
    notBefore = MonotonicClock.now + Int64(Double(OwnClock.now - start) / Self.share)
  }
}
