import Recording
import Statistics

extension FalseAlarmRate {
  /// What the rule's own tail may add to the rate that it promises: in 10 pairs the test's rate is
  /// 0.7 to 1.3 times its level, and a machine's own pairs make it no rounder.
  static let tolerance = 2.0

  /// Whether it is greater than the rule promises.
  public func exceeds(_ rule: DecisionRule) -> Bool { share > Self.tolerance * rule.alpha }

  /// Exchanges the sides of measured pairs; nil where no pairs decide about any cell.
  /// - Parameters:
  ///   - tests: how many tests share alpha, those of budgets included.
  ///   - together: how many neighbouring pairs change sides together; nil for all of a run.
  init?(
    _ cells: [GatedPairs], together: Int? = 1, layouts: Int, tests: Int, rule: DecisionRule,
    of count: Int, seed: UInt64
  ) throws(StatisticsError) {
    let flippable = cells.compactMap { cell -> SignFlips.Cell? in
      cell.quotients.map {
        SignFlips.Cell(
          source: "\(cell.name.story) \(cell.kind.rawValue)", rounds: cell.pairs.map(\.round),
          layouts: layouts > 1 ? cell.pairs.map(\.layout) : [], quotients: $0,
          ratioAtMost: rule.bound(allowing: cell.allowed),
          negligible: rule.negligible(
            cell.name.metric, baseline: cell.baseline, allowing: cell.allowed))
      }
    }
    if flippable.isEmpty || count == 0 { return nil }
    self.together = together
    runs = count
    alarms = try SignFlips(
      runs: [flippable], together: together ?? .max, otherTests: max(0, tests - flippable.count),
      alpha: rule.alpha
    ).alarms(of: count, seed: seed)
  }
}
