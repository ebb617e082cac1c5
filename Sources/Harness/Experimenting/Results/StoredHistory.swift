import Analysis
import Metrics
import Recording
import Statistics
import Store

/// What a store holds of a metric over time: the means of runs, and what comparisons found.
public struct StoredHistory {
  /// The means of the experiments that compared nothing in pairs.
  public let history: History
  /// The comparisons that have a cell of the metric, judged as they were.
  public let comparisons: [(experiment: Experiment, judgement: Judgement)]
  /// The ratios of comparisons to one anchor; nil where no anchor has two.
  public let anchored: AnchoredHistory?

  /// Reads what belongs to a metric.
  /// - Parameters:
  ///   - stories: the only ones; all where it is empty.
  ///   - builds: the only ones, of the means; all where it is empty.
  /// - Throws: `StoreError`, and `StatisticsError` for values that are no numbers.
  public init(
    of experiments: [Experiment], metric: Metric, stories: [String] = [], builds: [String] = [],
    rule: ChangePointRule, in store: ResultStore
  ) throws {
    let read = { (experiment: Experiment) throws in
      ExperimentAnalysis(experiment, runs: try store.runs(of: experiment.number ?? 0))
    }
    let judged: [(experiment: Experiment, judgement: Judgement)] =
      try experiments.filter(\.isOfPairs).compactMap { experiment in
        guard let judgement = try JudgedExperiment(read(experiment))?.judgement else { return nil }
        return (experiment, stories.isEmpty ? judgement : judgement.restricted(to: Set(stories)))
      }
    comparisons = judged.filter { !$0.judgement.cells(of: metric).isEmpty }
    anchored = try AnchoredHistory(of: judged, metric: metric, stories: stories)
    history = try History(
      of: try experiments.filter { !$0.isOfPairs }.map(read), metric: metric, rule: rule
    ) {
      (stories.isEmpty || stories.contains($0)) && (builds.isEmpty || builds.contains($1))
    }
  }
}
