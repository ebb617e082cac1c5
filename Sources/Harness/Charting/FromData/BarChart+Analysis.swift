import Analysis
import MetricCatalog
import Recording
import Statistics

extension BarChart {
  /// A metric's means by story, a bar a build, with their 95 % confidence intervals.
  ///
  /// - Throws: `ChartDataError` where no run has the metric.
  public init(_ analysis: ExperimentAnalysis, metric: Metric) throws(ChartDataError) {
    var series: [BarSeries] = []
    for build in analysis.builds {
      var bars: [Bar?] = []
      for story in analysis.stories {
        let cell = Cell(story: story, build: build, metric: metric)
        bars.append(
          try analysis.summary(of: cell).map { summary throws(ChartDataError) in
            try Bar(mean: summary, in: metric.unit)
          })
      }
      series.append(BarSeries(name: build, bars: bars))
    }
    try self.init(
      title: "\(metric.title) by story",
      note: "\(analysis.experiment.title). Means with 95 % confidence intervals",
      axis: ChartAxis(metric.title, unit: metric.unit.displaySymbol), groups: analysis.stories,
      series: series)
  }
}

extension Bar {
  init(mean summary: Summary, in unit: MetricUnit) throws(ChartDataError) {
    let scale = unit.displayScale
    let mean = summary.mean / scale
    guard let halfWidth = summary.confidenceHalfWidth.map({ $0 / scale }) else {
      try self.init(mean)
      return
    }
    // No figure here can be below zero, though an interval by Student's t may say so.
    try self.init(
      mean, low: max(0, mean - halfWidth), high: mean + halfWidth,
      format: summary.format(of: .mean, scale: scale))
  }
}
