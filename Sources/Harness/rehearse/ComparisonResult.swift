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
  /// What a reader has to know beside the verdicts, a sentence each.
  var notes: [String] = []

  /// Judges what was measured, now or long ago: by the rule and the gates that were stored with it.
  /// - Parameters:
  ///   - isStrict: whether an inconclusive comparison fails.
  ///   - standard: what may not get worse where the scenario says nothing.
  ///   - saved: what holds where the baseline was saved before; nil where it was not.
  /// - Returns: nil where the experiment compares nothing.
  init?(
    _ analysis: ExperimentAnalysis, isStrict: Bool = false, standard: [Gate] = Gate.standard,
    saved: SavedTerms? = nil
  ) throws {
    guard let decision = analysis.experiment.decision else { return nil }
    let gates = try ScenarioParser.parse(
      analysis.experiment.scenario, file: "the stored scenario"
    ).gates
    self.analysis = analysis
    judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate,
      gates: gates.isEmpty ? standard : gates,
      rule: decision.rule, saved: saved)
    status =
      analysis.experiment.completedAt == nil
      ? .interrupted : ExitStatus(judgement.outcome, isStrict: isStrict)
  }
}
