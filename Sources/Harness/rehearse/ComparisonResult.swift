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
  /// - Parameters:
  ///   - isStrict: whether an inconclusive comparison fails.
  ///   - isGating: whether verdicts fail; else they are the result, whatever they say.
  ///   - standard: what may not get worse where the scenario says nothing.
  ///   - saved: what holds where the baseline was saved before; nil where it was not.
  /// - Returns: nil where the experiment compares nothing.
  init?(
    _ analysis: ExperimentAnalysis, isStrict: Bool = false, isGating: Bool = true,
    standard: [Gate] = Gate.standard, saved: SavedTerms? = nil
  ) throws {
    guard let decision = analysis.experiment.decision else { return nil }
    self.analysis = analysis
    judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate,
      gates: analysis.experiment.gates(else: standard), rule: decision.rule, saved: saved)
    let status = ExitStatus(judgement.outcome, isStrict: isStrict)
    // What was put together from the store was not interrupted now; its parts may have been.
    let wasInterrupted =
      analysis.experiment.completedAt == nil && analysis.experiment.source != .stored
    self.status = wasInterrupted ? .interrupted : isGating ? status : status.withoutVerdicts
  }
}
