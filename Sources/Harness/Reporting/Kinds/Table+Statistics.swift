import Analysis
import MetricCatalog
import Statistics

extension Table {
  /// The fourteen statistics of one metric on one build, a column a story, as the tables 25 and
  /// 34 of the source of 2015 have them.
  public static func statistics(
    _ analysis: ExperimentAnalysis, metric: Metric, build: String
  ) throws(TableError) -> Table {
    let summaries = analysis.stories.map {
      analysis.summary(of: Analysis.Cell(story: $0, build: build, metric: metric))
    }
    return try Table(
      title: "\(metric.titleWithUnit): \(build)",
      columns: [Column("")] + analysis.stories.map { Column($0, alignment: .decimal) },
      rows: Statistic.allCases.map { statistic in
        let symbol = metric.unit.displaySymbol(of: statistic.dimension)
        let name =
          statistic.dimension == .squared && !symbol.isEmpty
          ? "\(statistic.title), \(symbol)" : statistic.title
        return [.text(name)] + summaries.map { cell(statistic, of: $0, metric) }
      })
  }

  private static func cell(
    _ statistic: Statistic, of summary: Summary?, _ metric: Metric
  ) -> Cell {
    guard let summary else { return .missing("no run has this figure") }
    guard let value = statistic.value(in: summary) else {
      return .missing(statistic == .mode ? "no value repeats" : "undefined for these values")
    }
    let scale = metric.unit.displayScale(of: statistic.dimension)
    return .number(value / scale, as: summary.format(of: statistic, scale: scale))
  }
}
