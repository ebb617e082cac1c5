import Statistics

/// Latencies against the rate of users, both on logarithmic axes: for each build a solid line for the percentile that
/// is limited, a dashed one for the median, and a band for the rate that it can serve.
public struct LoadChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on the points and bands.
  public let note: String
  /// The axis of rates.
  public let horizontal: ChartAxis
  /// The axis of latencies.
  public let vertical: ChartAxis
  /// The name of the limited percentile, such as `p99`.
  public let percentile: String
  /// The limit, in the unit of the vertical axis.
  public let limit: Double
  /// The builds.
  public let series: [LoadSeries]

  /// Makes a chart of at least one build.
  /// - Throws: `ChartError.noData`, `.tooManySeries`, `.notPositive` for a limit that is not above 0.
  public init(
    title: String, note: String = "", horizontal: ChartAxis, vertical: ChartAxis,
    percentile: String, limit: Double, series: [LoadSeries]
  ) throws(ChartError) {
    guard series.contains(where: { !$0.points.isEmpty }) else {
      throw .noData("load chart \"\(title)\"")
    }
    try ChartStyle.check(seriesCount: series.count)
    guard limit.isFinite, limit > 0 else { throw .notPositive("the limit", limit) }
    self.title = title
    self.note = note
    self.horizontal = horizontal
    self.vertical = vertical
    self.percentile = percentile
    self.limit = limit
    self.series = series
  }

  /// Each build's highest rate within the limit, the latencies there, and the rate that it can serve.
  public var alternativeText: String {
    let builds = series.map { one in
      let last = one.points.last { $0.latency <= limit }
      let within =
        last.map {
          "\(vertical.worded($0.latency)) at \(horizontal.worded($0.rate))"
        } ?? (one.points.isEmpty ? "no run was measured to its end" : "never within the limit")
      let capacity = one.capacity.map {
        let ends = ($0.lowerBound, $0.upperBound)
        return ", capacity \(horizontal.worded(ends.0)) to \(horizontal.worded(ends.1))"
      }
      return "\(one.name): \(within)\(capacity ?? "")"
    }
    let axes = "\(vertical.spoken) against \(horizontal.spoken), limit \(vertical.worded(limit))"
    return "\(spoken(as: "Load chart", of: axes)) \(builds.joined(separator: "; "))."
  }

  /// Lines with points above bands.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let legend = series.map { canvas.legend("\($0.name), \(percentile)") }
    let limitName = canvas.legend("limit of \(percentile)")
    let heading = ChartHeading(self, entries: legend + ["median", limitName], on: canvas)
    var script = GnuplotScript()
    script.add(canvas.plane(below: heading, horizontal, vertical))
    script.add("set logscale xy")
    let points = series.flatMap(\.points)
    let capacities = series.compactMap(\.capacity)
    let rates = points.map(\.rate) + capacities.flatMap { [$0.lowerBound, $0.upperBound] }
    let latencies = points.flatMap { [$0.median, $0.latency] } + [limit]
    script.add(Self.scale("x", of: rates))
    script.add(Self.scale("y", of: latencies))
    for (index, one) in series.enumerated() {
      if let capacity = one.capacity { script.add(Self.band(capacity, index)) }
      if one.points.isEmpty { continue }
      script.addBlock("load\(index)", rows: one.points.map { [$0.rate, $0.median, $0.latency] })
    }
    var lines = series.indices.flatMap { plots(of: $0, legend[$0]) }
    lines += [
      "keyentry with lines \(Self.median) linecolor rgb '\(ChartStyle.muted)' title 'median'",
      "\(limit) with lines linecolor rgb '\(ChartStyle.ink)' linewidth 1.5 dashtype 3 title "
        + ScriptText.literal(limitName),
    ]
    script.add("plot \(lines.joined(separator: ", "))")
    return script
  }

  private static var median: String { "linewidth 1.5 dashtype 2" }

  /// A transparent band over the whole height.
  private static func band(_ capacity: ClosedRange<Double>, _ index: Int) -> String {
    let colour = ChartStyle.palette[index].replacing("#", with: "#c0")
    let (low, high) = (capacity.lowerBound, capacity.upperBound)
    return "set object rectangle from \(low), graph 0 to \(high), graph 1 behind "
      + "fillstyle solid 1 noborder fillcolor rgb '\(colour)'"
  }

  private func plots(of index: Int, _ name: String) -> [String] {
    let colour = "linecolor rgb '\(ChartStyle.palette[index])'"
    let style = "\(colour) linewidth 2 pointtype \(ChartStyle.points[index]) pointsize 0.9"
    let title = ScriptText.literal(name)
    // A build without any point keeps its place in the legend.
    if series[index].points.isEmpty { return ["keyentry with linespoints \(style) title \(title)"] }
    return [
      "$load\(index) using 1:3 with linespoints \(style) title \(title)",
      "$load\(index) using 1:2 with lines \(colour) \(Self.median) notitle",
    ]
  }

  /// A range with some space around the values, and tics at 1, 2 and 5 times powers of ten: gnuplot labels only the
  /// powers, of which a short axis has one.
  private static func scale(_ axis: String, of values: [Double]) -> String {
    let (low, high) = ((values.min() ?? 1) / 1.2, (values.max() ?? 1) * 1.2)
    var power = TicStep.powerOfTen(atMost: low)
    var tics: [String] = []
    while power <= high {
      tics += [1, 2, 5].map { $0 * power }.filter { $0 >= low && $0 <= high }.map { "\($0)" }
      power *= 10
    }
    return "set \(axis)range [\(low):\(high)]"
      + (tics.count > 15 ? "" : "\nset \(axis)tics (\(tics.joined(separator: ", ")))")
  }
}

/// One build of a load chart.
public struct LoadSeries: Sendable, Equatable {
  /// The build's name.
  public let name: String
  /// The latencies by rate, the lowest rate first; empty if no run was measured to its end.
  public let points: [LoadPoint]
  /// The rates between which the build's capacity is; nil if a bound is not shown.
  public let capacity: ClosedRange<Double>?

  /// Makes a series.
  public init(name: String, points: [LoadPoint], capacity: ClosedRange<Double>?) {
    self.name = name
    self.points = points.sorted { $0.rate < $1.rate }
    self.capacity = capacity
  }
}

/// The latencies at one rate of users.
public struct LoadPoint: Sendable, Equatable {
  /// The rate, in the horizontal axis's unit.
  public let rate: Double
  /// The median latency, in the vertical axis's unit.
  public let median: Double
  /// The percentile that is limited.
  public let latency: Double

  /// Makes a point.
  /// - Throws: `ChartError.notFinite`, `.notPositive`.
  public init(rate: Double, median: Double, latency: Double) throws(ChartError) {
    for (what, value) in [("a rate", rate), ("a median", median), ("a latency", latency)] {
      guard value.isFinite else { throw .notFinite(what, value) }
      guard value > 0 else { throw .notPositive(what, value) }
    }
    self.rate = rate
    self.median = median
    self.latency = latency
  }
}
