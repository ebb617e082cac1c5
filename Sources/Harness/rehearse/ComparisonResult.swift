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
  /// - Returns: nil where the experiment compares nothing.
  init?(_ analysis: ExperimentAnalysis) throws {
    let experiment = analysis.experiment
    guard let decision = experiment.decision else { return nil }
    if let saved = decision.saved {
      let sides = (
        baseline: StoredPair.Side(saved),
        candidate: StoredPair.Side(
          analysis, build: decision.candidate, named: decision.candidate)
      )
      self.analysis = StoredPair.analysis(
        saved: sides.baseline, sides.candidate, decision: decision)
      judgement = try Judgement(
        self.analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: experiment.gates(else: Gate.standard(against: saved.baseline)),
        rule: decision.rule,
        saved: SavedTerms(
          saved, candidate: sides.candidate.runs,
          isFixtureChanged: experiment.storedScenario.fixture != saved.baseline.fixture))
      notes = StoredPair.objections(sides.baseline, sides.candidate)
        .map { "Compared although \($0)." }
    } else {
      self.analysis = analysis
      judgement = try Judgement(
        analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: experiment.gates, rule: decision.rule)
    }
    // What was put together from the store was not interrupted now; its parts may have been.
    let wasInterrupted = experiment.completedAt == nil && experiment.source != .stored
    status = wasInterrupted ? .interrupted : ExitStatus(judgement.outcome, of: decision.purpose)
  }
}
