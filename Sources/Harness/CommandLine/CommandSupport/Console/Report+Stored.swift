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
    guard let decision = experiment.decision else {
      try self.init(analysis, details: store.details)
      return
    }
    if decision.purpose == .explanation {
      let runs = try store.withProfiles(analysis.runs, of: experiment.number ?? 0)
      try self.init(
        analysis, explanations: try ExperimentAnalysis(experiment, runs: runs).explanations,
        details: store.details)
      return
    }
    let qualification = try QualificationResult(analysis, in: store)
    let result = try qualification == nil ? JudgedExperiment(analysis) : nil
    try self.init(
      analysis, judgement: result?.judgement,
      judged: experiment.decision?.saved == nil ? nil : result?.analysis,
      declaration: result.map { try DecisionJSON.text($0.judgement, of: $0.analysis) },
      qualification: qualification?.qualification,
      details: store.details)
  }
}
