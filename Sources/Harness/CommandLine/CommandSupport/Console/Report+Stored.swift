import Analysis
import Experimenting
import Exporting
import Recording
import Reports
import Store

extension Report {
  /// The report of a stored experiment, with its verdicts if it was made to decide.
  public init(_ experiment: Experiment, in store: ResultStore) throws {
    // Steps are published, and judged, too.
    let analysis = ExperimentAnalysis(experiment, runs: try store.runsWithSteps(of: experiment))
    switch try StoredResult(analysis, in: store) {
    case .measurements: try self.init(analysis, details: store.details)
    case .comparison(let result):
      try self.init(
        analysis, judgement: result.judgement,
        judged: experiment.decision?.saved == nil ? nil : result.analysis,
        declaration: DecisionJSON.text(result.judgement, of: result.analysis),
        details: store.details)
    case .qualification(let result):
      try self.init(analysis, qualification: result.qualification, details: store.details)
    case .explanation(let explanations, _, _):
      try self.init(analysis, explanations: explanations, details: store.details)
    }
  }
}
