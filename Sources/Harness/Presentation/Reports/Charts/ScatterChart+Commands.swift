import Analysis
import Charts
import Metrics
import Statistics

/// The place of a measured command among values of a parameter.
public struct ParameterPlace: Sendable, Equatable {
  /// The command's name in measurements.
  public let command: String
  /// The command's name without the parameter's value, which others share.
  public let series: String
  /// The parameter's value.
  public let value: Double

  /// Makes a place.
  public init(command: String, series: String, value: Double) {
    self.command = command
    self.series = series
    self.value = value
  }
}

extension ScatterChart {
  /// The wall time of every run over a parameter of the commands. The note names the commands that have no point:
  /// they lack the parameter, or none of their runs passed.
  /// - Throws: `ChartError` if no run passed, or if there are too many series.
  public init(
    _ analysis: ExperimentAnalysis, over parameter: String, _ places: [ParameterPlace]
  ) throws(ChartError) {
    let metric = Metric.wallTime
    var found: [String: [(value: Double, time: Double)]] = [:]
    var leftOut = Set(analysis.builds)
    for place in places {
      let cell = Cell(story: analysis.stories.first ?? "", build: place.command, metric: metric)
      let measured = analysis.measurements(of: cell)
      found[place.series, default: []] += measured.map { (value: place.value, time: $0.value) }
      if !measured.isEmpty { leftOut.remove(place.command) }
    }
    let absent = analysis.builds.filter(leftOut.contains).map { "'\(CommandLabel.short($0))'" }
    let times = found.values.flatMap { $0.map(\.time) }
    let scale = metric.unit.scale(for: times.max() ?? 0)
    var series: [PointSeries] = []
    for name in places.map(\.series).uniqued {
      var points: [ChartPoint] = []
      for (value, time) in found[name] ?? [] {
        points.append(try ChartPoint(x: value, y: time / scale.baseUnits))
      }
      if !points.isEmpty { series.append(try PointSeries(name: name, points: points)) }
    }
    try self.init(
      title: "\(metric.title) by \(parameter)",
      note: "a point is one run"
        + (absent.isEmpty ? "" : "; without a point: \(absent.listed(atMost: 3))"),
      horizontal: ChartAxis(parameter), vertical: ChartAxis(metric.title, unit: scale.symbol),
      series: series)
  }
}
