import Analysis
import Foundation
import Recording
import Store

extension ResultStore {
  /// The regressions that complete checks found, each judged as at the time; latest first. And the checks that can't be
  /// judged, which is reported: each may have found one, or shown that one is gone.
  /// - Throws: `StoreError`, and errors of judging.
  public func regressions() throws -> (found: [TrackedRegression], leftOut: [Experiment]) {
    var judged: [(experiment: Experiment, judgement: Judgement)] = []
    var leftOut: [Experiment] = []
    for experiment in try experiments()
    where experiment.completedAt != nil && experiment.decision?.purpose.isCheck == true {
      if case let found?? = try ifJudgeable(experiment, judgement) {
        judged.append((experiment, found))
      } else {
        leftOut.append(experiment)
      }
    }
    return (TrackedRegression.all(in: judged), leftOut)
  }

  /// The judgement of a stored comparison, by its stored rule, with steps only if they are gated; nil if it compares
  /// nothing.
  /// - Throws: `StoreError`, and errors of judging.
  public func judgement(of experiment: Experiment) throws -> Judgement? {
    try JudgedExperiment(analysisToJudge(experiment))?.judgement
  }

  /// Stores a decision about a regression, always later than the one it replaces, whatever the clock says.
  /// - Throws: `RecordingError` if a check shows the regression gone, and `StoreError`.
  public func set(
    _ decision: RegressionNote.Decision, of regression: TrackedRegression, at now: Date
  ) throws {
    if let gone = regression.gone {
      throw RecordingError.fixed(regression.name, by: gone.number ?? 0)
    }
    try set(
      RegressionNote(
        experiment: regression.found.number ?? 0, cell: regression.cellName, decision: decision,
        at: now, after: regression.note(among: try regressionNotes())))
  }
}
