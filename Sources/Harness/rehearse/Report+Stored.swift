import Analysis
import Publishing
import Recording
import ResultStore

extension Report {
  /// The report of a stored experiment, with the verdicts of one that was made to decide.
  init(_ experiment: Experiment, in store: ResultStore) throws {
    let runs = try store.runs(of: experiment.number ?? 0)
    guard experiment.decision != nil else {
      try self.init(ExperimentAnalysis(experiment, runs: runs), details: store.details)
      return
    }
    // Steps are judged too, and they are in the details.
    let analysis = ExperimentAnalysis(experiment, runs: try runs.map(store.details))
    let qualification = try QualificationResult(analysis)
    let judgement = try qualification == nil ? ComparisonResult(analysis)?.judgement : nil
    self.init(
      analysis, judgement: judgement, qualification: qualification?.qualification,
      details: { $0 })
  }
}
