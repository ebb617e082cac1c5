import Analysis
import Metrics
import Recording
import Statistics

/// The decision rule's test of one cell's pairs, at the level that one of so many cells has.
struct PairTest {
  let rule: DecisionRule
  /// How many cells share alpha: Holm's first step, all others unchanged.
  let tests: Int

  /// Whether growth is shown of which the estimate is not negligible.
  func finds(
    _ pairs: [MeasuredPair], _ quantity: MeasuredPair.Quantity
  ) throws(StatisticsError) -> Bool {
    let cell = try Self.cell(pairs, quantity, rule: rule)
    let level = rule.alpha / Double(tests)
    let test = try PairedTest(cell.quotients)
    return try test.pValue(ratioAtMost: cell.ratioAtMost, exactUpTo: level) <= level
      && test.logRatio.ratio > cell.negligible.upperBound
  }

  /// The pairs with the bound and the floor that the rule has for them.
  static func cell(
    _ pairs: [MeasuredPair], _ quantity: MeasuredPair.Quantity, rule: DecisionRule,
    source: String = ""
  ) throws(StatisticsError) -> SignFlips.Cell {
    let baseline = try Distribution(pairs.map { $0.baseline(quantity) })
    return SignFlips.Cell(
      source: source,
      quotients: try LogQuotients(
        baseline: baseline, candidate: Distribution(pairs.map { $0.candidate(quantity) })),
      ratioAtMost: rule.bound(allowing: nil),
      negligible: rule.negligible(
        quantity.metric, baseline: baseline.mean * quantity.unit, allowing: nil))
  }
}

extension MeasuredPair.Quantity {
  /// What it is gated as.
  var metric: Metric {
    switch self {
    case .cpu: .cpuTime
    case .running: .wallTime
    case .peak: .peakMemory
    }
  }

  /// One of the table's units in the metric's base unit.
  var unit: Double { self == .peak ? 1024 : 1e3 }
}
