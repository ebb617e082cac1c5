import Recording
import Statistics

/// Whether one of the looks taken so far settled a cell.
struct LookTest {
  let rule: DecisionRule
  let looks: LookSchedule
  /// m, how many cells are gated.
  let tests: Int
  /// The growth that the cell's gate allows; nil for the rule's own.
  let allowed: Double?
  let layouts: Int

  /// Whether the cell's verdict is settled: its growth was shown, or shown to be below the futility
  /// margin while it is improved or unchanged.
  ///
  /// A regression alone fails, but a cell that were left as soon as growth is out of the question would
  /// be inconclusive where more pairs show an improvement. On real pairs an improvement of 2 % was so
  /// shown in 107 of 240 runs rather than in 238, for 12.8 pairs a story rather than 12.9 where nothing
  /// changed.
  func isDone(_ pairs: [Pair]) throws(StatisticsError) -> Bool {
    let level = looks.level(rule.alpha, tests: tests)
    let confidence = 1 - rule.futilityLevel / Double(looks.count)
    for count in looks.taken(with: pairs.count) {
      guard let sides = try? PairedSides(Array(pairs.prefix(count)), layouts: layouts) else {
        continue
      }
      let ratio = sides.logRatio
      if try ratio.pValue(ratioAtMost: 1 + (allowed ?? rule.floor)) <= level { return true }
      let upper = try ratio.upperBound(confidenceLevel: confidence)
      guard upper < 1 + max(allowed ?? 0, rule.futilityMargin) else { continue }
      if try ratio.pValue(ratioAtLeast: rule.improvementBound) <= level { return true }
      let interval = try ratio.ratio(confidenceLevel: rule.confidenceLevel)
      if interval.isUnchanged(within: rule.unchangedMargin(allowing: allowed)) { return true }
    }
    return false
  }
}
