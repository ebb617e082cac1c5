import Analysis
import Comparing
import Recording
import Scenarios
import Statistics

/// What a comparison came to.
struct ComparisonResult {
  let analysis: ExperimentAnalysis
  let judgement: Judgement
  let status: ExitStatus

  /// Judges what was measured.
  /// - Parameter isStrict: whether an inconclusive comparison fails.
  init(_ analysis: ExperimentAnalysis, gates: [Gate], isStrict: Bool) throws {
    guard let decision = analysis.experiment.decision else {
      throw Refusal.because("The experiment compares nothing.")
    }
    self.analysis = analysis
    judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate, gates: gates,
      rule: decision.rule)
    status =
      analysis.experiment.completedAt == nil
      ? .interrupted : ExitStatus(judgement.outcome, isStrict: isStrict)
  }
}
