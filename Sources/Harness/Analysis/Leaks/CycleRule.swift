import Recording
import Statistics

/// How many cycles are judged, where the scenario leaves it to Rehearse: a few, and four times as many
/// where these show growth, since a leak goes on and most of what is healthy ends.
public struct CycleRule: Sendable, Hashable {
  /// The cycles that are judged at first: three in each block.
  public var first = 24
  /// The greatest time that all cycles may take, as far as can be foreseen.
  public var timeLimit = Duration.seconds(60)

  /// The usual rule.
  public init() {}

  /// How many cycles are to be judged after some; nil where these decide, or more would take too long.
  /// - Parameter elapsed: the time that all cycles so far took, those of warm-up included.
  public func next(after series: CycleSeries, elapsed: Duration) throws(StatisticsError) -> Int? {
    let judged = series.count - series.warmUp
    guard judged <= first, elapsed * 4 <= timeLimit else { return nil }
    let tests = [
      try RetentionTest(series.liveBytes, warmUp: series.warmUp),
      try RetentionTest(series.liveBlocks, warmUp: series.warmUp),
    ]
    let isOpen = tests.contains { [.retains, .inconclusive].contains($0.verdict) }
    return isOpen ? 4 * judged : nil
  }
}
