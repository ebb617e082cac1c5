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
    let level = looks.level(rule.alpha, tests: tests)
    let floor = rule.negligible(
      cell.name.metric, baseline: sides.baseline, allowing: cell.allowed
    ).upperBound
    var changes: [DetectableChange] = []
    for count in looks.pairs {
      // Of several layouts it is taken that they do not differ, as those of one program beside itself do
      // not: more pairs make each of them as much sharper.
      var kind = DetectionDesign.Kind.pairs([count])
      var error = sides.logRatio.standardError
      if case .layouts(let layouts, let measured) = sides.evidence {
        kind = .mean(degreesOfFreedom: layouts - 1)
        error *= (Double(measured) / Double(count)).squareRoot()
      }
      changes.append(
        DetectableChange(
          pairs: count,
          ratio: try DetectionDesign(kind, level: level, power: rule.power).ratio(
            error: error, pairs: sides.evidence.count, above: rule.bound(allowing: cell.allowed),
            floor: floor)))
    }
    return changes
  }
}
