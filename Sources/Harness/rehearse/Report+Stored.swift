import Analysis
import Publishing
import Recording
import ResultStore

extension Report {
  /// The report of a stored experiment, with the verdicts of one that was made to decide.
  init(_ experiment: Experiment, in store: ResultStore) throws {
    // Steps are published, and judged, too.
    let analysis = ExperimentAnalysis(experiment, runs: try store.runsWithSteps(of: experiment))
    guard experiment.decision != nil else {
      try self.init(analysis, details: store.details)
      return
    }
    let qualification = try QualificationResult(analysis, in: store)
    let result = try qualification == nil ? ComparisonResult(analysis) : nil
    try self.init(
      analysis, judgement: result?.judgement,
      judged: experiment.decision?.saved == nil ? nil : result?.analysis,
      qualification: qualification?.qualification,
      details: store.details)
  }
}
