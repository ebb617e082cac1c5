import Recording
import Scenarios
import Statistics

/// What so many pairs of the same noise would show.
public struct DetectableChange: Sendable, Hashable {
  /// How many pairs.
  public let pairs: Int
  /// The smallest true ratio that they would show, with the rule's power.
  public let ratio: Double

  /// The change that a gate should let nobody miss, as a share: twice what it allows, or the margin
  /// within which the rule calls figures the same.
  public static func wanted(by gate: Gate, rule: DecisionRule) -> Double {
    if case .change(let allowed) = gate.limit { max(2 * allowed, rule.margin) } else { rule.margin }
  }

  /// At each look that `check` takes, at the level that a look has there.
  /// - Parameter tests: how many cells share the chance of a false alarm.
  static func all(
    _ cell: GatedPairs, layouts: Int, tests: Int, rule: DecisionRule
  ) throws(StatisticsError) -> [DetectableChange] {
    guard let sides = try? PairedSides(cell.pairs, layouts: layouts) else { return [] }
    let looks = rule.looks ?? .standard
    var changes: [DetectableChange] = []
    for count in looks.pairs {
      changes.append(
        DetectableChange(
          pairs: count,
          ratio: try sides.forecast(pairs: count).detectableRatio(
            above: 1 + (cell.allowed ?? rule.floor), alpha: looks.level(rule.alpha, tests: tests),
            power: rule.power)))
    }
    return changes
  }
}

extension PairedSides {
  /// The log ratio that so many pairs would leave. Of several layouts it is taken that they do not
  /// differ, as those of one program beside itself do not.
  fileprivate func forecast(pairs count: Int) -> LogRatio {
    let degrees =
      if case .layouts(let layouts, _) = evidence {
        Double(layouts - 1)
      } else {
        PairedRatio.degreesOfFreedom(of: count)
      }
    return logRatio.forecast(pairs: count, from: evidence.count, degreesOfFreedom: degrees)
  }
}
