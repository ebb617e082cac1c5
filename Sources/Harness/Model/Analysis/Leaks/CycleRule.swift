import Recording
import Statistics

/// The number of cycles to judge if the scenario does not say: a few at first, then four times as many if
/// these show growth, because a leak continues and most healthy growth ends.
public struct CycleRule: Sendable, Hashable {
  /// The cycles that are judged at first: three in each block.
  public var first = 24
  /// The greatest time that all cycles may take, as far as foreseeable.
  public var timeLimit = Duration.seconds(60)

  /// The usual rule.
  public init() {}

  /// The number of cycles to judge next; nil if these decide, or if more would take too long. `elapsed` is
  /// the time that all cycles so far took, those of warm-up included.
  public func next(after series: CycleSeries, elapsed: Duration) throws(StatisticsError) -> Int? {
    let judged = series.count - series.warmUp
    guard judged <= first, elapsed * 4 <= timeLimit else { return nil }
    var all = [series.liveBytes, series.liveBlocks]
    // After a cycle whose descriptors could not be counted, none of them are judged.
    if let open = series.descriptors, open.count == series.count { all.append(open) }
    var isOpen = false
    for values in all {
      let verdict = try RetentionTest(values, warmUp: series.warmUp).verdict
      isOpen = isOpen || [.retains, .inconclusive].contains(verdict)
    }
    // A leak outside of the counted functions shows there alone.
    let memory = series.unshared.count == series.count ? series.unshared : series.resident
    if memory.count == series.count,
      try RetentionTest(memory, warmUp: series.warmUp).isOfGrowingMemory
    {
      isOpen = true
    }
    return isOpen ? 4 * judged : nil
  }
}
