import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// Returns how far measurements spread over the runs of one layout of the code, and over layouts: for each
  /// metric, in this order, one row per story and build.
  public static func layouts(
    _ analysis: ExperimentAnalysis, metrics: [Metric]
  ) throws(TableError) -> Table {
    try Table(
      title: "Spread over \(analysis.usedLayouts) layouts of the code",
      notes: [
        "Runs: standard deviation of the runs of one layout; Layouts: that of the layouts, beyond "
          + "what their runs explain (both in percent of the mean).",
        "Least and greatest: the means of the two outermost layouts over the mean of all.",
      ],
      columns: [
        Column("Story"), Column("Build"), .number("Runs", unit: "%"), .number("Layouts", unit: "%"),
        .number("Least"), .number("Greatest"),
      ], leadingColumns: 2,
      sections: metrics.map { metric in
        Section(
          metric.title,
          rows: analysis.stories.flatMap { story in
            analysis.builds.map { build in
              [.text(story), .text(build)]
                + cells(
                  analysis.layoutSpread(
                    of: Analysis.Cell(story: story, build: build, metric: metric)))
            }
          })
      })
  }

  private static func cells(_ spread: LayoutSpread?) -> [Cell] {
    guard let spread else {
      return Array(repeating: .missing("fewer than two layouts have this value"), count: 4)
    }
    let deviations: [Cell] = [spread.overRuns, spread.overLayouts].map {
      $0.map { .number($0, as: .uncertainty($0)) } ?? .missing("no layout has two runs")
    }
    let format = spread.format(scale: 100)
    return deviations + [spread.minimum, spread.greatest].map { .number($0, as: format) }
  }
}
