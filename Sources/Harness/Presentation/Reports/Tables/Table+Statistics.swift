import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// The fourteen statistics of one metric on one build, one column per story, as in the tables 25 and 34 of
  /// the source of 2015. Imported measurements have the digits of a spreadsheet, so that they can be compared
  /// with what their source prints.
  public static func statistics(
    _ analysis: ExperimentAnalysis, metric: Metric, build: String
  ) throws(TableError) -> Table {
    let summaries = analysis.stories.map {
      analysis.summary(of: Analysis.Cell(story: $0, build: build, metric: metric))
    }
    return try Table(
      title: "\(metric.titleWithUnit): \(build)",
      columns: [Column("")] + analysis.stories.map { Column.number($0) },
      rows: Statistic.allCases.map { statistic in
        let symbol = metric.unit.displaySymbol(of: statistic.dimension)
        let name =
          statistic.dimension == .squared && !symbol.isEmpty
          ? "\(statistic.title), \(symbol)" : statistic.title
        return [.text(name)]
          + summaries.map {
            cell(statistic, of: $0, metric, isImported: analysis.experiment.source == .import)
          }
      })
  }

  private static func cell(
    _ statistic: Statistic, of summary: Summary?, _ metric: Metric, isImported: Bool
  ) -> Cell {
    guard let summary else { return .missing("no run has this value") }
    guard let value = statistic.value(in: summary) else {
      return .missing(statistic == .mode ? "no value repeats" : "undefined for these values")
    }
    let scale = metric.unit.displayScale(of: statistic.dimension)
    return .number(
      value / scale,
      as: isImported ? .spreadsheet : summary.format(of: statistic, scale: scale))
  }

  /// One build: one row per story, one column per metric, means rounded by their standard error.
  public static func means(
    _ analysis: ExperimentAnalysis, build: String, metrics: [Metric]
  ) throws(TableError) -> Table {
    try Table(
      title: "Means on \(build)",
      columns: [Column("Story")]
        + metrics.map { Column.number($0.title, unit: $0.unit.displaySymbol) },
      rows: analysis.stories.map { story in
        [.text(story)]
          + metrics.map {
            .mean(
              analysis.summary(of: Analysis.Cell(story: story, build: build, metric: $0)), of: $0)
          }
      })
  }

  /// The metrics that an experiment measured: unit, source and exactness.
  public static func metrics(_ analysis: ExperimentAnalysis) throws(TableError) -> Table {
    try Table(
      title: "Metrics",
      notes: ["What these measurements can not show: \(Metric.limitsPage)."],
      columns: [Column("Metric"), Column("Unit"), Column("Source"), Column("How exact")],
      rows: analysis.metrics.map { metric in
        let origin = analysis.origin(of: metric)
        return [
          .text(metric.id), .text(metric.unit.symbol), .text(origin.source),
          .text(origin.bound.words(metric.unit)),
        ]
      })
  }

  /// Peak memory and peak CPU of every story, two columns per build: the mean over the runs and half of its
  /// 95 % interval, as the tables 12 to 15 of the source of 2015 have the means; then the mean of these
  /// means, its "final average consumption" (3.9).
  public static func peaks(_ analysis: ExperimentAnalysis) throws(TableError) -> Table {
    let metrics = [Metric.peakMemory, .peakCPU].filter(analysis.metrics.contains)
    return try Table(
      title: "Peaks by story",
      notes: [
        "Means over the runs, ± half of their 95 % intervals."
          + (analysis.stories.count > 1
            ? " All stories: the mean of their means, each with the same weight." : "")
      ],
      columns: [Column("Story")]
        + analysis.builds.flatMap { [Column.number($0), Column.number("± (\($0))")] },
      sections: metrics.map { metric in
        Section(
          metric.titleWithUnit,
          rows: analysis.stories.map { story in
            [.text(story)] + analysis.builds.flatMap { measurements(analysis, story, $0, metric) }
          }
            + (analysis.stories.count > 1
              ? [
                [.text("all stories")]
                  + analysis.builds.flatMap { [overStories(analysis, $0, metric), .text("")] }
              ] : []))
      })
  }

  private static func overStories(
    _ analysis: ExperimentAnalysis, _ build: String, _ metric: Metric
  ) -> Cell {
    let means = analysis.stories.compactMap {
      analysis.summary(of: Analysis.Cell(story: $0, build: build, metric: metric))?.mean
    }
    guard means.count == analysis.stories.count,
      let summary = (try? Distribution(means)).flatMap({ try? Summary(of: $0) })
    else { return .missing("not measured in all stories") }
    return .number(summary.mean / metric.unit.displayScale)
  }

  private static func measurements(
    _ analysis: ExperimentAnalysis, _ story: String, _ build: String, _ metric: Metric
  ) -> [Cell] {
    let summary = analysis.summary(of: Analysis.Cell(story: story, build: build, metric: metric))
    return [.mean(summary, of: metric), .halfWidth(summary, of: metric)]
  }
}
