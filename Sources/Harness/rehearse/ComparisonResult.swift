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
  /// Whether what the machine can tell apart is known; nil where nobody asked.
  var qualification: QualificationState?
  /// What a reader has to know beside the verdicts, a sentence each.
  var notes: [String] = []

  /// Judges what was measured, now or long ago: by the rule and the gates that were stored with it.
  /// Whether its verdicts fail is said by what the decision was for.
  /// - Parameters:
  ///   - standard: what may not get worse where the scenario says nothing.
  ///   - saved: what holds where the baseline was saved before; nil where it was not.
  /// - Returns: nil where the experiment compares nothing.
  init?(
    _ analysis: ExperimentAnalysis, standard: [Gate] = Gate.standard, saved: SavedTerms? = nil
  ) throws {
    guard let decision = analysis.experiment.decision else { return nil }
    self.analysis = analysis
    judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate,
      gates: analysis.experiment.gates(else: standard), rule: decision.rule, saved: saved)
    // What was put together from the store was not interrupted now; its parts may have been.
    let wasInterrupted =
      analysis.experiment.completedAt == nil && analysis.experiment.source != .stored
    self.status =
      wasInterrupted ? .interrupted : ExitStatus(judgement.outcome, of: decision.purpose)
  }
}
