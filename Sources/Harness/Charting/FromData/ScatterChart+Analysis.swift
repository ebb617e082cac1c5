import Analysis
import MetricCatalog
import Recording

extension ScatterChart {
  /// CPU against memory: a point a run that passed, a cloud a build.
  ///
  /// - Parameters:
  ///   - cpu: the metric along the horizontal axis.
  ///   - memory: the metric along the vertical axis.
  /// - Throws: `ChartDataError` where no run has both.
  public init(
    _ analysis: ExperimentAnalysis, cpu: Metric, memory: Metric
  ) throws(ChartDataError) {
    var series: [PointSeries] = []
    for build in analysis.builds {
      var points: [ChartPoint] = []
      for run in analysis.runs where run.build == build && run.passed {
        guard let x = run.measurements[cpu], let y = run.measurements[memory] else { continue }
        points.append(
          try ChartPoint(x: x / cpu.unit.displayScale, y: y / memory.unit.displayScale))
      }
      if !points.isEmpty { series.append(try PointSeries(name: build, points: points)) }
    }
    try self.init(
      title: "\(memory.title) against \(cpu.title)",
      note: "\(analysis.experiment.title). Every point is one run",
      horizontal: ChartAxis(cpu.title, unit: cpu.unit.displaySymbol),
      vertical: ChartAxis(memory.title, unit: memory.unit.displaySymbol), series: series)
  }
}
