import Analysis
import Recording
import Store

/// The result of a stored experiment, by what it was made for: the same wherever it is shown or written, so that pairs
/// of a build with its own copy are never judged as a check.
public enum StoredResult: Sendable {
  /// Measurements that decide nothing.
  case measurements(ExperimentAnalysis)
  /// The verdicts on two builds.
  case comparison(JudgedExperiment)
  /// The changes that a machine can detect.
  case qualification(QualificationResult)
  /// The origins of the stories' changes.
  case explanation([StoryExplanation], of: ExperimentAnalysis, Decision)

  /// Examines an experiment, at any time. Steps are judged, too, so its runs need them.
  public init(_ analysis: ExperimentAnalysis, in store: ResultStore) throws {
    let experiment = analysis.experiment
    let result: StoredResult?
    switch experiment.decision?.purpose {
    case nil: result = nil
    case .comparison, .check, .strictCheck:
      result = try JudgedExperiment(analysis).map(StoredResult.comparison)
    case .qualification:
      result = try QualificationResult(analysis, in: store).map(StoredResult.qualification)
    case .explanation:
      let found = try store.withProfiles(analysis).explanations
      result = experiment.decision.map { StoredResult.explanation(found, of: analysis, $0) }
    }
    self = result ?? .measurements(analysis)
  }

  /// Examines an experiment of the store.
  public init(of experiment: Experiment, in store: ResultStore) throws {
    let runs =
      experiment.decision == nil
      ? try store.runs(of: experiment.number ?? 0) : try store.runsWithSteps(of: experiment)
    try self.init(ExperimentAnalysis(experiment, runs: runs), in: store)
  }

  /// The judgement; nil if two builds are not judged.
  public var judgement: Judgement? {
    if case .comparison(let result) = self { result.judgement } else { nil }
  }
}
