import MetricCatalog
import Recording
import Statistics

/// Whether one of the looks taken so far settled a cell.
struct LookTest {
  let rule: DecisionRule
  let looks: LookSchedule
  /// m, how many cells are gated.
  let tests: Int
  let metric: Metric
  /// The growth that the cell's gate allows; nil for the rule's own.
  let allowed: Double?
  let layouts: Int

  /// Whether the cell's verdict is settled: growth beyond the floor was shown, or growth was shown to be
  /// below the futility margin while the cell is improved, unchanged or within its gate.
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
      let negligible = rule.negligible(metric, baseline: sides.baseline, allowing: allowed)
      let interval = try sides.logRatio.ratio(confidenceLevel: rule.confidenceLevel)
      if interval.point > negligible.upperBound,
        try sides.test.pValue(ratioAtMost: rule.bound(allowing: allowed)) <= level
      {
        return true
      }
      let upper = try sides.logRatio.upperBound(confidenceLevel: confidence)
      guard upper < 1 + max(allowed ?? 0, rule.futilityMargin) else { continue }
      if interval.point < negligible.lowerBound,
        try sides.test.pValue(ratioAtLeast: 1) <= level
      {
        return true
      }
      if interval.verdict(within: rule.unchangedMargin(allowing: allowed)) != .inconclusive {
        return true
      }
    }
    return false
  }
}
