import MetricCatalog
import Recording
import Statistics

/// A metric over experiments: for each story and build the mean of every experiment, and where
/// these means change.
///
/// The changes are those of ``ChangePointRule`` in the series of means. An experiment that lacks a
/// story or a build is left out of that series, and is no gap in it.
public struct History: Sendable {
  /// The metric.
  public let metric: Metric
  /// How changes are found.
  public let rule: ChangePointRule
  /// The experiments, in the order in which they began.
  public let entries: [HistoryEntry]
  /// The series that have a figure, by story and build in the order of their first appearance.
  public let series: [HistorySeries]

  /// Puts a history together.
  /// - Parameters:
  ///   - analyses: experiments of one scenario, in any order.
  ///   - includes: whether a story and a build belong to it; all do unless told otherwise.
  /// - Throws: `StatisticsError` for means near the largest `Double`.
  public init(
    of analyses: [ExperimentAnalysis], metric: Metric, rule: ChangePointRule,
    includes: (_ story: String, _ build: String) -> Bool = { _, _ in true }
  ) throws(StatisticsError) {
    let analyses = analyses.sorted {
      ($0.experiment.startedAt, $0.experiment.number ?? 0)
        < ($1.experiment.startedAt, $1.experiment.number ?? 0)
    }
    self.metric = metric
    self.rule = rule
    entries = analyses.enumerated().map { index, analysis in
      HistoryEntry(
        experiment: analysis.experiment, runs: analysis.runs.count,
        breaks: index == 0
          ? [] : HistoryBreak.between(analyses[index - 1].experiment, analysis.experiment))
    }
    var series: [HistorySeries] = []
    for story in Self.names(analyses.map(\.stories)) {
      for build in Self.names(analyses.map(\.builds)) where includes(story, build) {
        let cell = Cell(story: story, build: build, metric: metric)
        let points = try Self.points(of: cell, in: analyses, rule)
        if !points.isEmpty {
          series.append(HistorySeries(story: story, build: build, points: points))
        }
      }
    }
    self.series = series
  }

  /// All names, each once, in the order in which they appear.
  private static func names(_ lists: [[String]]) -> [String] {
    var known: Set<String> = []
    return lists.flatMap(\.self).filter { known.insert($0).inserted }
  }

  private static func points(
    of cell: Cell, in analyses: [ExperimentAnalysis], _ rule: ChangePointRule
  ) throws(StatisticsError) -> [HistoryPoint] {
    let figures = analyses.compactMap { analysis in
      analysis.summary(of: cell).map { (experiment: analysis.experiment, summary: $0) }
    }
    guard !figures.isEmpty else { return [] }
    let changes = try rule.changes(in: Distribution(figures.map(\.summary.mean)))
    return figures.enumerated().map { index, figure in
      HistoryPoint(
        experiment: figure.experiment, summary: figure.summary,
        breaks: index == 0
          ? []
          : HistoryBreak.between(
            figures[index - 1].experiment, figure.experiment, build: cell.build),
        change: changes.first { $0.index == index })
    }
  }
}
