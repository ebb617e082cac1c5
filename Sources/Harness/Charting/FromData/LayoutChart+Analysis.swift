import Analysis
import MetricCatalog
import Recording

extension LayoutChart {
  /// A metric's means by layout, in percent of their mean, a column a story and build.
  ///
  /// - Throws: `ChartDataError` where no two layouts have the metric.
  public init(_ analysis: ExperimentAnalysis, metric: Metric) throws(ChartDataError) {
    var series: [LayoutSeries] = []
    for build in analysis.builds {
      var columns: [LayoutColumn?] = []
      for story in analysis.stories {
        let cell = Cell(story: story, build: build, metric: metric)
        columns.append(
          try analysis.layoutSpread(of: cell).map { spread throws(ChartDataError) in
            try LayoutColumn(
              deviations: spread.layouts.map { ($0.mean / spread.mean - 1) * 100 },
              runDeviation: spread.overRuns, format: spread.format())
          })
      }
      series.append(LayoutSeries(name: build, columns: columns))
    }
    try self.init(
      title: "\(metric.title) by layout of the code",
      note:
        "\(analysis.experiment.title). A point is the mean of one layout, the first at the left; "
        + "a band is one standard deviation of a layout's runs to either side",
      axis: ChartAxis("\(metric.title) against the mean of all layouts", unit: "%"),
      groups: analysis.stories, series: series)
  }
}
