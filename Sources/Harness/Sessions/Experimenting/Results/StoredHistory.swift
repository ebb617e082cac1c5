import Analysis
import Metrics
import Recording
import Statistics
import Store

/// A store's data about a metric over time: the means of runs, and the findings of comparisons.
public struct StoredHistory {
  /// The means of the experiments without paired comparisons.
  public let history: History
  /// The comparisons with a cell of the metric, and their judgements; a search for a commit judges nothing.
  public let comparisons: [(experiment: Experiment, judgement: Judgement)]
  /// The number of earlier comparisons that are left out.
  public let earlierComparisons: Int
  /// The number of earlier experiments without pairs that are left out.
  public let earlierExperiments: Int
  /// Those that can't be read or judged, comparisons first; each was reported.
  public let leftOut: [Experiment]
  /// The ratios of comparisons to one anchor; nil if no anchor has two comparisons.
  public let anchored: AnchoredHistory?

  /// Reads the data about a metric: of all stories and builds, unless some are named. A comparison is of both of its
  /// builds.
  /// - Throws: `StoreError`, and `StatisticsError` for values that are not numbers.
  public init(
    of selection: HistorySelection, metric: Metric, stories: [String] = [],
    builds: [String] = [], rule: ChangePointRule, in store: ResultStore
  ) throws {
    let experiments = selection.experiments
    earlierComparisons = selection.earlierComparisons
    earlierExperiments = selection.earlierExperiments
    var leftOut: [Experiment] = []
    // One that can't be read or judged hides no other.
    func read<Value>(
      _ experiment: Experiment, _ body: (Experiment) throws -> Value
    ) throws -> Value? {
      let value = try store.ifJudgeable(experiment, body)
      if value == nil { leftOut.append(experiment) }
      return value
    }
    func means(_ experiment: Experiment) throws -> ExperimentMeans? {
      try read(experiment) {
        // If runs were repeated or made too late, their analysis says which count.
        if $0.partition == nil, let values = try store.values(of: metric, in: $0.number ?? 0) {
          return ExperimentMeans($0, values, metric)
        }
        return ExperimentMeans(
          ExperimentAnalysis($0, runs: try store.runs(of: $0.number ?? 0)), metric)
      }
    }
    var judged: [(experiment: Experiment, judgement: Judgement)] = []
    for experiment in experiments where experiment.isOfPairs && !experiment.isSearch {
      let sides = [experiment.decision?.baseline, experiment.decision?.candidate]
      if !builds.isEmpty, !builds.contains(where: { sides.contains($0) }) { continue }
      let found = try read(experiment) { experiment -> Judgement? in
        try JudgedExperiment(store.analysisToJudge(experiment, showing: metric))?.judgement
      }?.map {
        stories.isEmpty ? $0 : $0.restricted(to: Set(stories))
      }
      if let found { judged.append((experiment, found)) }
    }
    comparisons = judged.filter { !$0.judgement.cells(of: metric).isEmpty }
    // What is proven to be the same has the same of every metric.
    anchored = try AnchoredHistory(
      of: judged.filter {
        $0.judgement.proof != nil || !$0.judgement.storyProofs.isEmpty
          || !$0.judgement.cells(of: metric).isEmpty
      }, metric: metric, stories: stories)
    history = try History(
      of: experiments.filter { !$0.isOfPairs }.compactMap(means), metric: metric, rule: rule
    ) {
      (stories.isEmpty || stories.contains($0)) && (builds.isEmpty || builds.contains($1))
    }
    self.leftOut = leftOut
  }
}
