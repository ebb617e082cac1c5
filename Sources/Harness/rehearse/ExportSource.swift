import Analysis
import Exporting
import MetricCatalog
import Recording
import ResultStore

/// Experiments of a store as exports want them.
struct ExportSource {
  let store: ResultStore
  /// Nothing for all.
  let builds: [String]
  /// Nothing for all.
  let stories: [String]
  /// Nothing for all.
  let metrics: [Metric]

  /// An experiment with its verdicts, and with its runs' steps and samples where the format tells of
  /// them.
  func exported(
    _ reference: String, as format: ExportFormat, isStrict: Bool
  ) throws -> ExportedExperiment {
    let analysis = try analysis(of: reference)
    let isWhole = builds.isEmpty && stories.isEmpty && metrics.isEmpty
    let isJudged = analysis.experiment.decision != nil && isWhole
    let detailed = ExperimentAnalysis(
      analysis.experiment, runs: try detailed(analysis, as: format, isJudged: isJudged))
    let result = isJudged ? try ComparisonResult(detailed) : nil
    let wasStrict = analysis.experiment.decision?.purpose == .strictCheck
    return ExportedExperiment(
      detailed, judgement: result?.judgement, isStrict: isStrict || wasStrict,
      metrics: metrics.isEmpty ? nil : metrics)
  }

  /// An experiment's runs with what the format tells of; steps are judged, too.
  private func detailed(
    _ analysis: ExperimentAnalysis, as format: ExportFormat, isJudged: Bool
  ) throws -> [Run] {
    if format.needsDetails { return try analysis.runs.map(store.details) }
    guard isJudged || format.needsSteps else { return analysis.runs }
    return try store.withSteps(analysis.runs, of: analysis.experiment.number ?? 0)
  }

  /// The experiments of these names; without names, those of the latest one's scenario.
  func history(_ references: [String]) throws -> [ExportedExperiment] {
    guard references.isEmpty else {
      return try references.map { ExportedExperiment(try analysis(of: $0)) }
    }
    let selection = try HistorySelection(
      of: try store.experiments().filter { !$0.isOfPairs }, scenario: nil, pattern: nil,
      last: nil)
    return try selection.experiments.map { ExportedExperiment(try analysis(of: $0)) }
  }

  /// An experiment by the name that users give it.
  func analysis(of reference: String) throws -> ExperimentAnalysis {
    try analysis(of: try store.experiment(reference))
  }

  private func analysis(of experiment: Experiment) throws -> ExperimentAnalysis {
    var experiment = experiment
    let runs = try store.runs(of: experiment.number ?? 0)
    for name in builds where !experiment.builds.contains(where: { $0.name == name }) {
      throw Refusal.unknown(
        "build", name, in: "The experiment", known: experiment.builds.map(\.name))
    }
    for name in stories where !experiment.stories.contains(where: { $0.name == name }) {
      throw Refusal.unknown(
        "story", name, in: "The experiment", known: experiment.stories.map(\.name))
    }
    if !builds.isEmpty { experiment.builds.removeAll { !builds.contains($0.name) } }
    if !stories.isEmpty { experiment.stories.removeAll { !stories.contains($0.name) } }
    let chosen = runs.filter { run in
      (builds.isEmpty || builds.contains(run.build))
        && (stories.isEmpty || stories.contains(run.story))
    }
    return ExperimentAnalysis(experiment, runs: chosen.map(self.chosen))
  }

  /// A run with the chosen figures alone.
  private func chosen(_ run: Run) -> Run {
    guard !metrics.isEmpty else { return run }
    var run = run
    run.measurements = run.measurements.filter { metrics.contains($0.key) }
    return run
  }
}
