import Analysis
import MetricCatalog

extension Table {
  /// One build by itself: a story a row, a metric a column, means rounded by their standard error.
  public static func means(
    _ analysis: ExperimentAnalysis, build: String, metrics: [Metric]
  ) throws(TableError) -> Table {
    try Table(
      title: "Means on \(build)",
      columns: [Column("Story")]
        + metrics.map {
          Column($0.title, unit: $0.unit.displaySymbol, alignment: .decimal)
        },
      rows: analysis.stories.map { story in
        [.text(story)]
          + metrics.map {
            .mean(
              analysis.summary(of: Analysis.Cell(story: story, build: build, metric: $0)), of: $0)
          }
      })
  }
}
