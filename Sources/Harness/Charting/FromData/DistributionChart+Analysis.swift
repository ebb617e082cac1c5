import Analysis
import MetricCatalog
import Recording

extension DistributionChart {
  /// A metric's figures of all runs that passed, a panel a story and a column a build.
  ///
  /// - Throws: `ChartDataError` where no run has the metric.
  public init(_ analysis: ExperimentAnalysis, metric: Metric) throws(ChartDataError) {
    let unit = metric.unit
    var series: [DistributionSeries] = []
    for build in analysis.builds {
      var places: [DistributionRuns?] = []
      for story in analysis.stories {
        let cell = Cell(story: story, build: build, metric: metric)
        let values = analysis.measurements(of: cell).map { $0.value / unit.displayScale }
        places.append(values.isEmpty ? nil : try DistributionRuns(values))
      }
      series.append(DistributionSeries(name: build, runs: places))
    }
    try self.init(
      title: "\(metric.title) of every run",
      note: "\(analysis.experiment.title). Each dot is one run. The line is the median, the box "
        + "(from \(BoxFigures.fewestValues) runs on) their middle half; whiskers end at the farthest "
        + "run within 1.5 times its height",
      axis: ChartAxis(metric.title, unit: unit.displaySymbol), groups: analysis.stories,
      series: series)
  }
}
