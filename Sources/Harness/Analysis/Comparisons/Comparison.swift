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
  /// Their compilers, where these are not the same; else nil.
  public let compilers: CompilerPair?
  /// A Boolean value indicating whether runs of one round are compared as pairs; imports have no
  /// rounds.
  public let isPaired: Bool
  /// The number of layouts that the rounds took turns in; of several, they decide.
  public let layouts: Int
  /// One row a story and metric: metrics in the catalogue's order, stories in the scenario's.
  public private(set) var rows: [ComparedCell]

  /// For each metric, candidate over baseline over all stories, or why there is no such value.
  public private(set) var overall: [Metric: Result<Ratio, NoRatio>]

  /// The number of ratios that were tested together, those of other comparisons included; of commands those of
  /// one metric.
  public private(set) var testCount = 0
  /// A Boolean value indicating whether each metric is tested by itself, over all that is compared.
  public private(set) var testsMetricsApart = false

  /// One story by one metric.
  public struct ComparedCell: Sendable {
    /// The story's name.
    public let story: String
    /// The metric.
    public let metric: Metric
    /// The baseline's statistics, or nil where it has no measurements.
    public let baseline: Summary?
    /// The candidate's statistics, or nil likewise.
    public let candidate: Summary?
    /// Candidate over baseline with its interval, or why there is none.
    public fileprivate(set) var ratio: Result<Ratio, NoRatio>

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
      ratio = Result { () throws(NoRatio) in try Ratio(analysis, baseline: a, candidate: b) }
    }
  }

  /// Compares two builds, and nothing else with them.
  public init(_ analysis: ExperimentAnalysis, baseline: String, candidate: String) {
    var alone = [Comparison(untested: analysis, baseline: baseline, candidate: candidate)]
    Self.adjust(&alone, byMetric: analysis.experiment.source == .command)
    self = alone[0]
  }

  /// Its p values are not adjusted.
  private init(untested analysis: ExperimentAnalysis, baseline: String, candidate: String) {
    self.baseline = baseline
    self.candidate = candidate
    compilers = CompilerPair(
      of: analysis.experiment, baseline: baseline, candidate: candidate)
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

  /// The same rows of some stories alone; what holds over all stories stays.
  public func restricted(to stories: Set<String>) -> Comparison {
    var part = self
    part.rows.removeAll { !stories.contains($0.story) }
    return part
  }

  /// All builds of an experiment against its first.
  public static func all(of analysis: ExperimentAnalysis) -> [Comparison] {
    guard let baseline = analysis.builds.first else { return [] }
    var comparisons = analysis.builds.dropFirst().map {
      Comparison(untested: analysis, baseline: baseline, candidate: $0)
    }
    adjust(&comparisons, byMetric: analysis.experiment.source == .command)
    return comparisons
  }

  /// Adjusts the p values of all ratios for their number: those of stories and of all stories together,
  /// by all metrics that can be better or worse. What describes the machine is not tested.
  /// - Parameter byMetric: whether each metric is a question of its own, as of commands: who asks which of
  ///   them takes less time is answered by their times, whatever else happened to be measured. What holds over
  ///   all stories is the only story's then, and is no test of its own.
  private static func adjust(_ comparisons: inout [Comparison], byMetric: Bool) {
    let metrics = Set(comparisons.flatMap(\.rows).map(\.metric)).sorted()
    let families = byMetric ? metrics.map { [$0] } : [metrics]
    for key in [\Ratio.pValue, \Ratio.pValueOverRuns] {
      for family in families.map(Set.init) {
        var pValues = DiscoveryFamily()
        for index in comparisons.indices {
          comparisons[index].changeRatios(of: family, withOverall: !byMetric) {
            pValues.add($0[keyPath: key])
          }
        }
        for index in comparisons.indices {
          comparisons[index].changeRatios(of: family, withOverall: !byMetric) {
            $0[keyPath: key] = $0[keyPath: key].flatMap { _ in pValues.next() }
            if key == \Ratio.pValue { $0.familySize = pValues.count }
          }
          if key == \Ratio.pValue {
            comparisons[index].testCount = max(comparisons[index].testCount, pValues.count)
          }
        }
      }
    }
    guard byMetric else { return }
    for index in comparisons.indices { comparisons[index].takeOverallFromRows() }
  }

  /// Of the one story of commands what holds over all stories is what holds of it.
  private mutating func takeOverallFromRows() {
    testsMetricsApart = true
    for row in rows where overall[row.metric] != nil { overall[row.metric] = row.ratio }
  }

  /// Changes the ratios of some metrics that there are, always in the same order; those by metrics that
  /// describe the machine have no p value from then on.
  private mutating func changeRatios(
    of metrics: Set<Metric>, withOverall: Bool, _ change: (inout Ratio) -> Void
  ) {
    func changed(_ ratio: inout Ratio, _ metric: Metric) {
      if metric.polarity == .context { (ratio.pValue, ratio.pValueOverRuns) = (nil, nil) }
      change(&ratio)
    }
    for index in rows.indices where metrics.contains(rows[index].metric) {
      let metric = rows[index].metric
      rows[index].ratio.changeSuccess { changed(&$0, metric) }
    }
    guard withOverall else { return }
    for metric in overall.keys.sorted() where metrics.contains(metric) {
      overall[metric]?.changeSuccess { changed(&$0, metric) }
    }
  }
}

extension Comparison {
  /// Candidate over baseline over all stories together: in each round the geometric mean of a
  /// metric over the stories, then the rounds as pairs. Every story weighs the same, however
  /// long it takes. Of several layouts each counts once, as in a single story.
  ///
  /// Only rounds count in which every story passed on both builds.
  /// - Throws: ``NoRatio``; always for imported runs, whose rounds mean nothing.
  static func overall(
    _ analysis: ExperimentAnalysis, _ metric: Metric, baseline: String, candidate: String
  ) throws(NoRatio) -> Ratio {
    guard analysis.experiment.source.isMeasured else {
      throw .undefined("imported runs are not made in rounds")
    }
    let pairs = Pair.all(
      baseline: means(analysis, metric, baseline), candidate: means(analysis, metric, candidate),
      round: \.round)
    if pairs.isEmpty { throw .noCompleteRound }
    return try Ratio(metric, pairs: pairs, layouts: analysis.layouts(of: metric))
  }

  /// For each round that has all stories, the geometric mean over them.
  /// - Parameter chosen: which stories; nil for all.
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
        .init(
          round: round, layout: known.layout, value: exp(known.sum / Double(known.stories)))
      }
  }
}
