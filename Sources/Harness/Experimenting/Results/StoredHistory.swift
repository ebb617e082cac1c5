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
    // One that can't be read hides no other.
    func read(_ experiment: Experiment) throws -> ExperimentAnalysis? {
      try store.ifReadable(experiment) {
        ExperimentAnalysis($0, runs: try store.runs(of: $0.number ?? 0))
      }
    }
    func means(_ experiment: Experiment) throws -> ExperimentMeans? {
      try store.ifReadable(experiment) {
        // Which runs count where some were made again, or came too late, their analysis tells.
        if $0.partition == nil, let values = try store.values(of: metric, in: $0.number ?? 0) {
          return ExperimentMeans($0, values, metric)
        }
        return ExperimentMeans(
          ExperimentAnalysis($0, runs: try store.runs(of: $0.number ?? 0)), metric)
      }
    }
    var judged: [(experiment: Experiment, judgement: Judgement)] = []
    for experiment in experiments where experiment.isOfPairs {
      guard let analysis = try read(experiment),
        let judgement = try JudgedExperiment(analysis)?.judgement
      else { continue }
      judged.append(
        (experiment, stories.isEmpty ? judgement : judgement.restricted(to: Set(stories))))
    }
    comparisons = judged.filter { !$0.judgement.cells(of: metric).isEmpty }
    // That a comparison was proven to change nothing is true of every metric.
    anchored = try AnchoredHistory(
      of: judged.filter { $0.judgement.proof != nil || !$0.judgement.cells(of: metric).isEmpty },
      metric: metric, stories: stories)
    history = try History(
      of: experiments.filter { !$0.isOfPairs }.compactMap(means), metric: metric, rule: rule
    ) {
      (stories.isEmpty || stories.contains($0)) && (builds.isEmpty || builds.contains($1))
    }
  }
}
