import Analysis
import Foundation
import Recording
import Store

extension ResultStore {
  /// The regressions that complete checks found, each judged as it was when it was made; latest first.
  /// - Throws: `StoreError`, and what judging has to say.
  public func regressions() throws -> [TrackedRegression] {
    try regressions(judgedBy: judgement)
  }

  /// The same with checks that are judged by others, which may know their verdicts already.
  /// - Throws: `StoreError`, and what `judge` throws.
  public func regressions(
    judgedBy judge: (Experiment) throws -> Judgement?
  ) throws -> [TrackedRegression] {
    let checks = try experiments().filter {
      $0.completedAt != nil && [.check, .strictCheck].contains($0.decision?.purpose)
    }
    return TrackedRegression.all(
      in: try checks.compactMap { experiment in
        try ifReadable(experiment, judge)?.map { (experiment, $0) }
      })
  }

  /// The judgement of a stored comparison, by the rule that was stored with it; nil where it compares nothing.
  /// - Throws: `StoreError`, and what judging has to say.
  public func judgement(of experiment: Experiment) throws -> Judgement? {
    // Steps are judged too, and they are in the details.
    let runs = try runs(of: experiment.number ?? 0).map(details)
    return try JudgedExperiment(ExperimentAnalysis(experiment, runs: runs))?.judgement
  }

  /// Keeps what was decided about a regression.
  /// - Parameter now: when; a decision is later than the one whose place it takes, whatever the clock says.
  /// - Throws: `WrongDecision` where a check shows that it is gone, and `StoreError`.
  public func set(
    _ decision: RegressionNote.Decision, of regression: TrackedRegression, at now: Date
  ) throws {
    if let gone = regression.gone {
      throw WrongDecision.fixed(regression.name, by: gone.number ?? 0)
    }
    try set(
      RegressionNote(
        experiment: regression.found.number ?? 0, cell: regression.cellName, decision: decision,
        at: now, after: regression.note(among: try regressionNotes())))
  }
}
