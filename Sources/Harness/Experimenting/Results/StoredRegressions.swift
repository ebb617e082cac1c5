import Analysis
import Recording
import Store

extension ResultStore {
  /// The regressions that complete checks found, each judged as it was when it was made; latest first.
  /// - Throws: `StoreError`, and what judging has to say.
  public func regressions() throws -> [TrackedRegression] {
    let checks = try experiments().filter {
      $0.completedAt != nil && [.check, .strictCheck].contains($0.decision?.purpose)
    }
    return TrackedRegression.all(
      in: try checks.compactMap { experiment in
        // Steps are judged too, and they are in the details.
        let runs = try runs(of: experiment.number ?? 0).map(details)
        let result = try JudgedExperiment(ExperimentAnalysis(experiment, runs: runs))
        return result.map { (experiment, $0.judgement) }
      })
  }

  /// Keeps what was decided about a regression.
  /// - Throws: `WrongDecision` where a check shows that it is gone, and `StoreError`.
  public func set(
    _ decision: RegressionNote.Decision, of regression: TrackedRegression
  ) throws {
    if let gone = regression.gone {
      throw WrongDecision.fixed(regression.name, by: gone.number ?? 0)
    }
    try set(
      RegressionNote(
        regression: regression.name, experiment: regression.found.number ?? 0, decision: decision))
  }
}
