import Statistics

/// Points with a measured quantity on either axis, such as CPU against memory.
public struct ScatterChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on what a point means, such as one run.
  public let note: String
  /// The axis of the points' `x`.
  public let horizontal: ChartAxis
  /// The axis of the points' `y`.
  public let vertical: ChartAxis
  /// The clouds, each with its own colour and shape.
  public let series: [PointSeries]

  /// The most series.
  public static var seriesLimit: Int { ChartStyle.seriesLimit }

  /// Makes a chart of at least one series.
  /// - Throws: `ChartError.noData`, `.tooManySeries`.
  public init(
    title: String, note: String = "", horizontal: ChartAxis, vertical: ChartAxis,
    series: [PointSeries]
  ) throws(ChartError) {
    guard !series.isEmpty else { throw .noData("scatter chart \"\(title)\"") }
    try ChartStyle.check(seriesCount: series.count)
    self.title = title
    self.note = note
    self.horizontal = horizontal
    self.vertical = vertical
    self.series = series
  }

  /// The number of points in each series, and their ranges.
  public var alternativeText: String {
    let clouds = series.map { one in
      let x = Self.range(of: one.points.map(\.x), on: horizontal)
      let y = Self.range(of: one.points.map(\.y), on: vertical)
      let count = one.points.count.counted("point", "points")
      return "\(one.name): \(count), \(horizontal.label) \(x), \(vertical.label) \(y)"
    }
    let axes = "\(vertical.spoken) against \(horizontal.spoken)"
    return "\(spoken(as: "Scatter chart", of: axes)) \(clouds.joined(separator: "; "))."
  }

  private static func range(of values: [Double], on axis: ChartAxis) -> String {
    let format = NumberFormat.spread(of: values)
    let low = axis.worded(values.min() ?? 0, format)
    let high = axis.worded(values.max() ?? 0, format)
    return low == high ? low : "\(low) to \(high)"
  }

  /// Points with a little transparency, so that overlapping ones show.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let all = series.flatMap(\.points)
    let legend = series.map { canvas.legend($0.name) }
    let heading = ChartHeading(self, entries: legend, on: canvas)
    var script = GnuplotScript()
    script.add(canvas.plane(below: heading, horizontal, vertical))
    script.add("set grid xtics")
    script.add("set xrange \(Self.range(of: all.map(\.x)))")
    script.add("set yrange \(Self.range(of: all.map(\.y)))")
    for (index, one) in series.enumerated() {
      script.addBlock("points\(index)", rows: one.points.downsampled().map { [$0.x, $0.y] })
    }
    let plots = series.enumerated().map { index, one in
      let colour = ChartStyle.palette[index].replacing("#", with: "#30")
      return "$points\(index) using 1:2 with points pointtype \(ChartStyle.points[index]) "
        + "pointsize 1.4 linecolor rgb '\(colour)' title \(ScriptText.literal(legend[index]))"
    }
    script.add("plot \(plots.joined(separator: ", "))")
    return script
  }

  /// A range with some space around the points, from 0 if the points come close to it.
  private static func range(of values: [Double]) -> String {
    let low = values.min() ?? 0
    let high = values.max() ?? 0
    let reach = high - low
    let room = reach > 0 ? reach * 0.06 : max(abs(high) * 0.1, 1e-9)
    let bottom = low >= 0 && low <= high * 0.25 ? 0 : low - room
    return "[\(bottom):\(high + room)]"
  }
}

/// Named points: a cloud in a scatter chart.
public struct PointSeries: Sendable, Equatable {
  /// The name in the legend.
  public let name: String
  /// At least one point, in any order.
  public let points: [ChartPoint]

  /// Makes a series.
  /// - Throws: `ChartError.noData` without points.
  public init(name: String, points: [ChartPoint]) throws(ChartError) {
    guard !points.isEmpty else { throw .noData("series \"\(name)\"") }
    self.name = name
    self.points = points
  }
}
