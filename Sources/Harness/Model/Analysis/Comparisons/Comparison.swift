import Foundation
import Metrics
import Recording
import Statistics

/// Two builds of one experiment side by side, cell by cell.
public struct Comparison: Sendable {
  /// The build that the other is measured against.
  public let baseline: String
  /// The build in question.
  public let candidate: String
  /// Their compilers, if they differ; else nil.
  public let compilers: CompilerPair?
  /// A Boolean value indicating whether runs of one round are compared as pairs; imports have no
  /// rounds.
  public let isPaired: Bool
  /// The number of layouts that the rounds took turns in; if there are several, they decide.
  public let layouts: Int
  /// One row for each story and metric: metrics in the catalogue's order, stories in the scenario's.
  public private(set) var rows: [ComparedCell]

  /// For each metric, candidate over baseline over all stories, or why there is no such value.
  public private(set) var overall: [Metric: Result<Difference, NoRatio>]

  /// The number of ratios that were tested together, including other comparisons'; for commands, those of one
  /// metric.
  public private(set) var testCount = 0
  /// A Boolean value indicating whether each metric is tested by itself, over everything that is compared.
  public private(set) var testsMetricsApart = false

  /// One story by one metric.
  public struct ComparedCell: Sendable {
    /// The story's name.
    public let story: String
    /// The metric.
    public let metric: Metric
    /// The baseline's statistics, or nil if it has no measurements.
    public let baseline: Summary?
    /// The candidate's statistics, or nil for the same reason.
    public let candidate: Summary?
    /// Candidate over baseline with its interval, or why there is none.
    public fileprivate(set) var ratio: Result<Difference, NoRatio>

    fileprivate init(
      _ analysis: ExperimentAnalysis, story: String, metric: Metric, baseline: String,
      candidate: String
    ) {
      let a = Cell(story: story, build: baseline, metric: metric)
      let b = Cell(story: story, build: candidate, metric: metric)
      self.story = story
      self.metric = metric
      self.baseline = analysis.summary(of: a)
      self.candidate = analysis.summary(of: b)
      ratio = Result { () throws(NoRatio) in try Difference(analysis, baseline: a, candidate: b) }
    }
  }

  /// Compares two builds and nothing else.
  public init(_ analysis: ExperimentAnalysis, baseline: String, candidate: String) {
    self = Self.all(of: analysis, baseline: baseline, candidates: [candidate])[0]
  }

  /// Creates a comparison whose p values are not adjusted.
  private init(untested analysis: ExperimentAnalysis, baseline: String, candidate: String) {
    self.baseline = baseline
    self.candidate = candidate
    compilers = CompilerPair(of: analysis.experiment, baseline: baseline, candidate: candidate)
    isPaired = analysis.experiment.source.isMeasured
    layouts = analysis.usedLayouts
    let metrics = analysis.metrics
    let parts = metrics.concurrentMap { metric in
      (
        rows: analysis.stories.map {
          ComparedCell(
            analysis, story: $0, metric: metric, baseline: baseline, candidate: candidate)
        },
        overall: Result { () throws(NoRatio) in
          try Self.overall(analysis, metric, baseline: baseline, candidate: candidate)
        }
      )
    }
    rows = parts.flatMap(\.rows)
    overall = Dictionary(uniqueKeysWithValues: zip(metrics, parts.map(\.overall)))
  }

  /// The rows of some stories only; values over all stories stay.
  public func restricted(to stories: Set<String>) -> Comparison {
    var part = self
    part.rows.removeAll { !stories.contains($0.story) }
    return part
  }

  /// All builds of an experiment against its first.
  public static func all(of analysis: ExperimentAnalysis) -> [Comparison] {
    guard let baseline = analysis.builds.first else { return [] }
    return all(of: analysis, baseline: baseline, candidates: Array(analysis.builds.dropFirst()))
  }

  /// Compares builds with a baseline and adjusts the p values for the number of all ratios: those of stories
  /// and of all stories together, by all metrics that can be better or worse.
  ///
  /// For commands each metric is a question of its own: their times answer which of them is faster, whatever
  /// else was measured. Their values over all stories are those of the only story, and no test of their own.
  private static func all(
    of analysis: ExperimentAnalysis, baseline: String, candidates: [String]
  ) -> [Comparison] {
    var all = candidates.map { Comparison(untested: analysis, baseline: baseline, candidate: $0) }
    let areCommands = analysis.experiment.source == .command
    for family in areCommands ? analysis.metrics.map({ [$0] }) : [analysis.metrics] {
      let count = Difference.adjust { change in
        for index in all.indices {
          all[index].changeRatios(of: family, withOverall: !areCommands, change)
        }
      }
      for index in all.indices { all[index].testCount = max(all[index].testCount, count) }
    }
    guard areCommands else { return all }
    for index in all.indices {
      all[index].testsMetricsApart = true
      for row in all[index].rows { all[index].overall[row.metric] = row.ratio }
    }
    return all
  }

  /// Changes the ratios found for some metrics.
  private mutating func changeRatios(
    of metrics: [Metric], withOverall: Bool, _ change: (inout Difference) -> Void
  ) {
    for index in rows.indices where metrics.contains(rows[index].metric) {
      rows[index].ratio.changeSuccess(change)
    }
    guard withOverall else { return }
    for metric in metrics { overall[metric]?.changeSuccess(change) }
  }

  /// Candidate over baseline for all stories together: in each round the geometric mean of a metric over the
  /// stories, then the rounds as pairs. Every story weighs the same, however long it takes. Each of several
  /// layouts counts once, as for a single story.
  ///
  /// Only rounds count in which every story passed on both builds.
  /// - Throws: ``NoRatio``; always for imported runs, whose rounds mean nothing.
  static func overall(
    _ analysis: ExperimentAnalysis, _ metric: Metric, baseline: String, candidate: String
  ) throws(NoRatio) -> Difference {
    guard analysis.experiment.source.isMeasured else {
      throw .undefined("imported runs are not made in rounds")
    }
    let pairs = Pair.all(
      baseline: means(analysis, metric, baseline), candidate: means(analysis, metric, candidate),
      round: \.round)
    if pairs.isEmpty { throw .noCompleteRound }
    return try Difference(metric, pairs: pairs, layouts: analysis.layouts(of: metric))
  }

  /// For each round that has all chosen stories, the geometric mean over them; nil chooses all.
  package static func means(
    _ analysis: ExperimentAnalysis, _ metric: Metric, _ build: String, over chosen: [String]? = nil
  ) -> [ExperimentAnalysis.Measurement] {
    let stories = chosen ?? analysis.stories
    var logs: [Int: (layout: Int, sum: Double, stories: Int)] = [:]
    for story in stories {
      for measurement in analysis.measurements(of: Cell(story: story, build: build, metric: metric))
      {
        let known = logs[measurement.round] ?? (measurement.layout, 0, 0)
        logs[measurement.round] = (
          known.layout, known.sum + log(measurement.value), known.stories + 1
        )
      }
    }
    return logs.filter { $0.value.stories == stories.count }
      .map { round, known in
        .init(round: round, layout: known.layout, value: exp(known.sum / Double(known.stories)))
      }
  }
}
