import Analysis
import Charts
import Metrics

extension LoadChart {
  /// The latencies of builds by rate, and the rates that they can serve.
  /// - Throws: `ChartError` if no run was answered, or if there are too many builds.
  public init(_ result: CapacityResult) throws(ChartError) {
    let scale = MetricUnit.nanoseconds.displayScale
    var series: [LoadSeries] = []
    for build in result.builds {
      var points: [LoadPoint] = []
      for rate in build.rates {
        guard let median = rate.median, let latency = rate.latency else { continue }
        points.append(
          try LoadPoint(rate: rate.rate, median: median / scale, latency: latency / scale))
      }
      var capacity: ClosedRange<Double>?
      if case .between(let lower, let upper) = build.conclusion { capacity = lower...upper }
      series.append(LoadSeries(name: build.build, points: points, capacity: capacity))
    }
    try self.init(
      title: "'\(result.story)': latency by rate of users",
      note: "a point is the median over runs; a band holds the rate that the build can serve",
      horizontal: ChartAxis("arrivals", unit: "users/s"),
      vertical: ChartAxis("latency", unit: MetricUnit.nanoseconds.displaySymbol),
      percentile: result.budget.percentile.rawValue, limit: result.budget.limit / scale,
      series: series)
  }
}
