import Metrics
import Recording
import Statistics

/// The result of a control: whether the baseline differs from its own copy, and by how much.
///
/// It is tested once, after all measurements, by the same test as a cell (``RatioTest``) but in both
/// directions: it has moved if p ≤ the declared level and the estimate lies beyond the rule's floor.
public struct ControlResult: Sendable, Hashable {
  /// Its terms.
  public let control: Decision.Control
  /// The number of pairs.
  public let pairs: Int
  /// Copy over baseline; nil if there are too few pairs.
  public let ratio: Estimate?
  /// The two-sided p value of "both are the same"; nil as above.
  public let pValue: Double?
  /// A Boolean value indicating whether it has moved.
  public let hasMoved: Bool
  /// The reason why it says nothing; nil if it does.
  public let objection: String?

  /// The move that leaves nothing decided; nil if it has not moved.
  public var move: Estimate? { hasMoved ? ratio : nil }

  /// Tests a comparison's control; nil if none was declared.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test.
  init?(_ analysis: ExperimentAnalysis, rule: DecisionRule) throws(StatisticsError) {
    guard let decision = analysis.experiment.decision, let control = decision.control else {
      return nil
    }
    self.control = control
    func side(_ build: String) -> [ExperimentAnalysis.Measurement] {
      analysis.controlRuns.compactMap { run in
        guard run.build == build, run.passed, let value = run.measurements[Decision.Control.metric]
        else { return nil }
        return .init(round: run.round, layout: run.layout, value: value)
      }
    }
    let found = Pair.all(
      baseline: side(decision.baseline), candidate: side(Decision.copy(of: decision.baseline)),
      round: \.round)
    pairs = found.count
    let failure = analysis.controlRuns.lazy.compactMap(\.failure).first { $0.reason != .twinFailed }
    // After a failure there are no further pairs, and the earlier ones are fewer than declared.
    guard failure == nil,
      let test = try? RatioTest(
        Decision.Control.metric, pairs: found, layouts: 1, allowed: nil, rule: rule.atOnce)
    else {
      (ratio, pValue, hasMoved) = (nil, nil, false)
      objection =
        failure.map { "a run of it failed: \($0.clause)" }
        ?? (control.story == nil
          ? "no story with a gate on a time was measured"
          : "it has \(found.count.counted("pair", "pairs"))")
      return
    }
    let estimate = try test.logRatio.ratio(confidenceLevel: rule.confidenceLevel)
    (ratio, pValue, objection) = (estimate, test.pValueOfEquality, nil)
    hasMoved = test.pValueOfEquality <= control.level && !test.negligible.contains(estimate.point)
  }
}

extension JudgedCell {
  /// The same with an unproven verdict if it compares the time of both sides, because the control moved. A
  /// budget compares one side with a number, and stays.
  func doubted(by control: ControlResult?) -> JudgedCell {
    guard let move = control?.move, name.metric.unit == .nanoseconds,
      case .judged(let result) = outcome, case .ratio = result.value
    else { return self }
    return JudgedCell(name: name, gate: gate, outcome: .judged(result.unproven(by: move)))
  }
}
