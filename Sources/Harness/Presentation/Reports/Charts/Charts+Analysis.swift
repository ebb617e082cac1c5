import Analysis
import Charts
import Metrics
import Recording
import Scenarios
import Statistics

extension BarChart {
  /// A metric's means by story, one bar per build, with their 95 % confidence intervals.
  /// - Throws: `ChartError` if no run has the metric.
  public init(_ analysis: ExperimentAnalysis, metric: Metric) throws(ChartError) {
    let series = try analysis.series(of: metric) { cell throws(ChartError) -> Bar? in
      try analysis.summary(of: cell).map { summary throws(ChartError) in
        try Bar(mean: summary, in: metric.unit)
      }
    }
    let areMeans = series.contains { $0.places.contains { $0?.interval != nil } }
    let bars = areMeans ? "Means with 95 % confidence intervals" : "Single runs: no intervals"
    try self.init(
      title: "\(metric.title) by story",
      note: "\(analysis.experiment.title). \(bars)",
      axis: ChartAxis(metric.title, unit: metric.unit.displaySymbol), groups: analysis.stories,
      series: series)
  }
}

extension ExperimentAnalysis {
  /// A metric by build and story, one series per build; nil stands for all stories.
  fileprivate func series<Value>(
    of metric: Metric, in stories: [String]? = nil,
    _ value: (Cell) throws(ChartError) -> Value?
  ) throws(ChartError) -> [ChartSeries<Value>] {
    var series: [ChartSeries<Value>] = []
    for build in builds {
      var places: [Value?] = []
      for story in stories ?? self.stories {
        places.append(try value(Cell(story: story, build: build, metric: metric)))
      }
      series.append(ChartSeries(name: build, places: places))
    }
    return series
  }
}

extension Bar {
  init(mean summary: Summary, in unit: MetricUnit) throws(ChartError) {
    let scale = unit.displayScale
    let mean = summary.mean / scale
    guard let halfWidth = summary.confidenceHalfWidth.map({ $0 / scale }) else {
      try self.init(mean)
      return
    }
    // No value here can be below zero, though an interval by Student's t may be.
    try self.init(
      mean, low: max(0, mean - halfWidth), high: mean + halfWidth,
      format: summary.format(of: .mean, scale: scale))
  }
}

extension DistributionChart {
  /// A metric's measurements of all passed runs, one column per build and one panel per story, in the given
  /// order; nil for all stories.
  /// - Throws: `ChartError` if no run has the metric.
  public init(
    _ analysis: ExperimentAnalysis, metric: Metric, stories: [String]? = nil
  ) throws(ChartError) {
    let unit = metric.unit
    let series = try analysis.series(of: metric, in: stories) {
      cell throws(ChartError) -> DistributionRuns? in
      let values = analysis.measurements(of: cell).map { $0.value / unit.displayScale }
      return values.isEmpty ? nil : try DistributionRuns(values)
    }
    try self.init(
      title: "\(metric.title) of every run",
      note: "\(analysis.experiment.title). \(DistributionChart.legend(series))",
      axis: ChartAxis(metric.title, unit: unit.displaySymbol),
      groups: stories ?? analysis.stories, series: series)
  }
}

extension LayoutChart {
  /// A metric's means by layout, in percent of their mean, one column per story and build.
  /// - Throws: `ChartError` if no two layouts have the metric.
  public init(_ analysis: ExperimentAnalysis, metric: Metric) throws(ChartError) {
    let series = try analysis.series(of: metric) { cell throws(ChartError) -> LayoutColumn? in
      try analysis.layoutSpread(of: cell).map { spread throws(ChartError) in
        try LayoutColumn(
          deviations: spread.layouts.map { ($0.mean / spread.mean - 1) * 100 },
          runDeviation: spread.overRuns, format: spread.format())
      }
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

extension ScatterChart {
  /// CPU (horizontal) against memory (vertical): one point per passed run, one cloud per build.
  /// - Throws: `ChartError` if no run has both.
  public init(_ analysis: ExperimentAnalysis, cpu: Metric, memory: Metric) throws(ChartError) {
    var series: [PointSeries] = []
    var (correlations, absent): ([String], [String]) = ([], [])
    for build in analysis.builds {
      let pairs = MetricPairs(analysis, build: build, cpu, memory)
      var points: [ChartPoint] = []
      for pair in pairs.runs {
        points.append(
          try ChartPoint(x: pair.x / cpu.unit.displayScale, y: pair.y / memory.unit.displayScale))
      }
      if points.isEmpty {
        absent.append("'\(build)'")
      } else {
        series.append(try PointSeries(name: build, points: points))
      }
      if let found = try? Correlation(.pearson, of: pairs.stories) {
        correlations.append("\(build) \(Self.words(found))")
      }
    }
    let together =
      correlations.isEmpty
      ? "" : ". Pearson's r over stories: \(correlations.joined(separator: ", "))"
    try self.init(
      title: "\(memory.title) against \(cpu.title)",
      note: "\(analysis.experiment.title). Every point is one run"
        + (absent.isEmpty ? "" : "; without a point: \(absent.listed(atMost: 3))") + together,
      horizontal: ChartAxis(cpu.title, unit: cpu.unit.displaySymbol),
      vertical: ChartAxis(memory.title, unit: memory.unit.displaySymbol), series: series)
  }

  /// r with its interval: `0.8 (0.2 to 1)`.
  private static func words(_ correlation: Correlation) -> String {
    let r = correlation.estimate
    guard correlation.hasInterval else {
      return "\(NumberFormat.plain.string(for: r.point)) (no interval)"
    }
    let words = [r.point, r.lower, r.upper].map(r.format().string)
    return "\(words[0]) (\(words[1]) to \(words[2]))"
  }
}

extension LoadChart {
  /// The latencies of builds by rate, and the rates that they can serve.
  /// - Throws: `ChartError` if no run was measured to its end, or if there are too many builds.
  public init(_ result: CapacityResult) throws(ChartError) {
    let scale = MetricUnit.nanoseconds.displayScale
    var series: [LoadSeries] = []
    var unmeasured: [String] = []
    for build in result.builds {
      var points: [LoadPoint] = []
      for rate in build.rates {
        guard let median = rate.median, let latency = rate.latency else {
          unmeasured.append("\(build.build) at \(CapacitySearch.words(ofRate: rate.rate))")
          continue
        }
        points.append(
          try LoadPoint(rate: rate.rate, median: median / scale, latency: latency / scale))
      }
      var capacity: ClosedRange<Double>?
      if case .between(let lower, let upper) = build.conclusion { capacity = lower...upper }
      series.append(LoadSeries(name: build.build, points: points, capacity: capacity))
    }
    var note =
      "a point is the median over runs that were measured to their end; a band holds the rate that the "
      + "build can serve"
    let tolerated = result.load.tolerated
    if tolerated > 0 {
      note += ", with errors for up to \(NumberFormat.percent(tolerated)) % of the users"
    }
    if !unmeasured.isEmpty {
      note += "; no run was measured to its end: \(unmeasured.listed(atMost: 3))"
    }
    try self.init(
      title: "'\(result.story)': latency by rate of users", note: note,
      horizontal: ChartAxis("arrivals", unit: "users/s"),
      vertical: ChartAxis("latency", unit: MetricUnit.nanoseconds.displaySymbol),
      percentile: result.budget.percentile.rawValue, limit: result.budget.limit / scale,
      series: series)
  }
}
