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

  /// Whether growth was shown, or shown to be below the futility margin.
  func isDone(_ pairs: [Pair]) throws(StatisticsError) -> Bool {
    let futilityLevel = rule.futilityLevel / Double(looks.count)
    for count in looks.taken(with: pairs.count) {
      guard let sides = try? PairedSides(Array(pairs.prefix(count)), layouts: layouts) else {
        continue
      }
      let p = try sides.logRatio.pValue(ratioAtMost: 1 + (allowed ?? rule.floor))
      if p <= looks.level(rule.alpha, tests: tests) { return true }
      let upper = try sides.logRatio.upperBound(confidenceLevel: 1 - futilityLevel)
      if upper < 1 + max(allowed ?? 0, rule.futilityMargin) { return true }
    }
    return false
  }
}
