import Foundation
import Recording
import Scenarios
import Statistics

/// The change that this many pairs with the same noise would show.
public struct DetectableChange: Sendable, Hashable {
  /// The number of pairs.
  public let pairs: Int
  /// The smallest true ratio that they would show with the rule's power.
  public let ratio: Double

  /// The change that a gate should not miss, as a share: twice what it allows, or the margin within which the
  /// rule calls measurements the same.
  public static func wanted(by gate: Gate, rule: DecisionRule) -> Double {
    max(2 * (gate.allowed ?? 0), rule.margin)
  }

  /// For each interim analysis of `check`, at its level; `tests` cells share the chance of a false alarm.
  static func all(
    _ cell: GatedPairs, layouts: Int, tests: Int, rule: DecisionRule
  ) throws(StatisticsError) -> [DetectableChange] {
    guard
      let test = try? RatioTest(
        cell.name.metric, pairs: cell.pairs, layouts: layouts, allowed: cell.gate.allowed,
        rule: rule.atOnce)
    else { return [] }
    let interims = rule.interims ?? .standard
    let level = interims.level(rule.alpha, tests: tests)
    var changes: [DetectableChange] = []
    for count in interims.pairs {
      // Several layouts are assumed not to differ, because those of one program compared with itself do not.
      // So more pairs sharpen each of them as much.
      var kind = DetectionDesign.TestKind.pairs([count])
      var error = test.logRatio.standardError
      if case .layouts(let layouts, let measured) = test.evidence {
        kind = .mean(degreesOfFreedom: layouts - 1)
        error *= (Double(measured) / Double(count)).squareRoot()
      }
      changes.append(
        DetectableChange(
          pairs: count,
          ratio: try DetectionDesign(kind, level: level, power: rule.power).ratio(
            error: error, pairs: test.evidence.count, above: test.bound,
            floor: test.negligible.upperBound)))
    }
    return changes
  }
}

/// The time that pairs take, by the distance between their starts.
public struct PairInterval: Sendable {
  /// For one pair of each story, seconds.
  public let round: Double

  /// Examines an experiment's pairs; nil if there are fewer than two.
  public init?(_ analysis: ExperimentAnalysis) {
    let begun = analysis.runs.filter { $0.arrangement != nil }
      .compactMap { run in run.startedAt.map { (run: run, time: $0) } }
      .sorted { $0.time < $1.time }
    var pairs: Set<PairPlace> = []
    let firsts = begun.filter { pairs.insert(PairPlace($0.run)).inserted }
    var gaps: [String: [Double]] = [:]
    for (pair, next) in zip(firsts, firsts.dropFirst()) {
      gaps[pair.run.story, default: []].append(next.time.timeIntervalSince(pair.time))
    }
    if gaps.isEmpty { return nil }
    let means = gaps.mapValues { $0.reduce(0, +) / Double($0.count) }
    let typical = means.values.reduce(0, +) / Double(means.count)
    // The last pair's end is unknown, and its story may have no other.
    round = analysis.stories.reduce(0) { $0 + (means[$1] ?? typical) }
  }
}
