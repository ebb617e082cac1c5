import Analysis
import Foundation
import Recording
import Store

extension ResultStore {
  /// The regressions that complete checks found, each judged as at the time; latest first.
  /// - Throws: `StoreError`, and errors of judging.
  public func regressions() throws -> [TrackedRegression] {
    let checks = try experiments().filter {
      $0.completedAt != nil && $0.decision?.purpose.isCheck == true
    }
    return TrackedRegression.all(
      in: try checks.compactMap { experiment in
        try ifReadable(experiment, judgement)?.map { (experiment, $0) }
      })
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
