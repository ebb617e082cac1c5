import Metrics
import Recording
import Scenarios
import Statistics

extension ExperimentAnalysis {
  /// Asks `InterimTest`'s question of all stories at once, because a part measures all of them.
  ///
  /// The plan declares all analyses, of parts that are fixed before anything is measured, and its rule, given
  /// here, shares the level among them: it has that of one analysis. By Bonferroni's inequality, the chance
  /// of any false alarm, whichever analysis is the last, is at most the sum of theirs (`InterimSchedule`).
  /// - Returns: whether the deciding parts settle all gated cells, so that no others are needed. For each
  ///   cell growth is shown, or it is shown to be improved, unchanged or within its gate, and to have grown
  ///   by less than the futility margin, with an interval that includes the floor.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test, such as a level of 0.
  public func isSettled(
    baseline: String, candidate: String, gates: [Gate], rule: DecisionRule
  ) throws(StatisticsError) -> Bool {
    let judgement = try Judgement(
      self, baseline: baseline, candidate: candidate, gates: gates, rule: rule)
    for cell in judgement.gated {
      switch cell.outcome {
      case .failed, .failedOnBoth, .differing, .unmeasured, .new, .proven: continue
      // Other parts may have what is missing.
      case .missing: return false
      case .judged(let result):
        if result.verdict == .regressed { continue }
        guard result.verdict != .inconclusive else { return false }
        guard let test = result.test else { continue }
        let upper = try test.logRatio.upperBound(confidenceLevel: 1 - rule.futilityLevel)
        guard upper < 1 + max(test.bound - 1, rule.futilityMargin) else { return false }
        // The improvement is shown.
        if result.verdict == .improved { continue }
        if case .ratio(let ratio) = result.value,
          ratio.isBeyond(test.negligible, bound: test.bound)
        {
          return false
        }
      }
    }
    return true
  }
}
