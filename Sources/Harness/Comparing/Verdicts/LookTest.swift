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

  /// Whether the cell's verdict is settled: growth or shrinking was shown, or that there is neither to
  /// speak of.
  ///
  /// Both directions count, though a regression alone fails: a cell that were left as soon as growth is
  /// out of the question would be inconclusive where more pairs show an improvement.
  func isDone(_ pairs: [Pair]) throws(StatisticsError) -> Bool {
    let level = looks.level(rule.alpha, tests: tests)
    let confidence = 1 - rule.futilityLevel / Double(looks.count)
    let margin = 1 + rule.futilityMargin(allowing: allowed)
    for count in looks.taken(with: pairs.count) {
      guard let sides = try? PairedSides(Array(pairs.prefix(count)), layouts: layouts) else {
        continue
      }
      let ratio = sides.logRatio
      if try ratio.pValue(ratioAtMost: 1 + (allowed ?? rule.floor)) <= level { return true }
      if try ratio.pValue(ratioAtLeast: rule.improvementBound) <= level { return true }
      if try ratio.upperBound(confidenceLevel: confidence) < margin,
        try ratio.lowerBound(confidenceLevel: confidence) > 1 / margin
      {
        return true
      }
    }
    return false
  }
}
