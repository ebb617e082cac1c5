import Analysis
import Comparing
import Recording
import Statistics

/// What a comparison came to.
struct ComparisonResult {
  let analysis: ExperimentAnalysis
  let judgement: Judgement
  let status: ExitStatus
  /// Whether what the machine can tell apart is known; nil where nobody asked.
  var qualification: QualificationState?

  /// Judges what was measured, now or long ago: by the rule and the gates that were stored with it.
  /// - Parameter isStrict: whether an inconclusive comparison fails.
  /// - Returns: nil where the experiment compares nothing.
  init?(_ analysis: ExperimentAnalysis, isStrict: Bool = false) throws {
    guard let decision = analysis.experiment.decision else { return nil }
    self.analysis = analysis
    judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate,
      gates: analysis.experiment.gates, rule: decision.rule)
    status =
      analysis.experiment.completedAt == nil
      ? .interrupted : ExitStatus(judgement.outcome, isStrict: isStrict)
  }
}
