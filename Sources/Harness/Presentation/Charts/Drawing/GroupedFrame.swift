/// The common parts of charts with groups side by side: the heading, the value axis, the groups' names below,
/// and the places of the series within a group.
struct GroupedFrame {
  /// The width of a group, in pixels.
  let slot: Double
  let legend: [String]
  /// The height of the data, in pixels.
  let length: Double
  /// The distance between two series within a group, relative to that of groups.
  let pitch: Double

  private let canvas: ChartCanvas
  private let heading: ChartHeading
  private let labels: GroupLabels
  private let groups: Int
  private let series: Int

  /// The share of a group's slot that its series fill.
  private static let crowded = 0.8
  /// The space for measurements and names on both sides of the groups, in pixels.
  private static let sides = 130.0
  private static let right = 24.0
  private static let minimumLeft = 80.0
  /// The space between the groups' names and the lower edge, in pixels.
  private static let bottom = 22.0

  init(_ chart: some Chart, groups: [String], series: [String], on canvas: ChartCanvas) {
    self.canvas = canvas
    self.groups = groups.count
    self.series = series.count
    slot = (canvas.width - Self.sides) / Double(groups.count)
    pitch = Self.crowded / Double(max(series.count, 2))
    labels = GroupLabels(groups, slot: slot, chartHeight: canvas.height)
    legend = series.map { canvas.legend($0) }
    heading = ChartHeading(chart, entries: legend, on: canvas)
    length = canvas.height - heading.bottom - labels.height - Self.bottom
  }

  /// The middle of a series' place in a group; groups are at 0, 1, 2, …
  func place(of index: Int, in group: Int) -> Double {
    Double(group) + (Double(index) - Double(series - 1) / 2) * pitch
  }

  /// The width of a series in a group, in pixels.
  var seriesRoom: Double { slot * (series == 1 ? Self.crowded : pitch) }

  /// The commands for everything except the data and the range of values.
  func commands(_ axis: ChartAxis, ticStep: Double) -> GnuplotScript {
    let left = max(Self.minimumLeft, labels.overhang - slot / 2 + 16)
    let small = canvas.font(ChartStyle.smallSize)
    let lower = canvas.height - labels.height - Self.bottom
    var script = GnuplotScript()
    script.add(heading.commands)
    script.add(canvas.height(from: heading.bottom, to: lower))
    script.add(canvas.axisLabel("y", axis, length: length + 40))
    script.add("set ytics \(ticStep) \(small) \(canvas.ink)")
    script.add(labels.commands(on: canvas))
    if labels.step > 1 {
      let words = "one of \(labels.step) names is shown"
      script.add(
        canvas.screenLabel(words, at: canvas.width / 2, canvas.height - Self.bottom / 2, "center"))
    }
    script.add(canvas.sides(from: left, to: canvas.width - Self.right))
    script.add("set xrange [-0.6:\(Double(groups) - 0.4)]")
    return script
  }

  /// The command that marks a place where nothing was measured. `y` is on the value axis; a logarithmic one has no 0.
  func notMeasured(at x: Double, _ y: String = "0") -> String {
    "set label 'n/a' at \(x),\(y) left rotate by 90 offset 0,0.5 front "
      + "\(canvas.font(ChartStyle.smallSize - 1)) \(canvas.ink)"
  }
}

/// Names under groups of bars: side by side in up to three lines if they fit, otherwise slanted, and upright if
/// there are many groups, so that they never overlap.
struct GroupLabels {
  /// Each group's label, in lines.
  let lines: [[String]]
  /// Their angle in degrees: what is not level rises to its group.
  let angle: Int
  /// The number of groups from one name to the next: more than 1 if even upright ones have no room.
  let step: Int
  /// The space they need under the axis, in pixels.
  let height: Double
  /// The space that the first one needs left of its group, in pixels.
  let overhang: Double

  private static let size = ChartStyle.smallSize
  private static let lineHeight = size * 1.55

  /// Places names under groups `slot` pixels apart, in a third of the chart's height.
  init(_ names: [String], slot: Double, chartHeight: Double) {
    let wrapped = names.compactMap { TextMetrics.wrapped($0, to: slot * 0.94, size: Self.size) }
    if wrapped.count == names.count, wrapped.allSatisfy({ $0.count <= 3 }) {
      lines = wrapped
      (angle, step) = (0, 1)
      height = Double(wrapped.map(\.count).max() ?? 1) * Self.lineHeight
      overhang = 0
    } else {
      let distance = Self.size * 1.2
      let isUpright = slot * 0.5 < distance
      (angle, step) = isUpright ? (90, max(1, Int((distance / slot).rounded(.up)))) : (30, 1)
      let (across, down): (Double, Double) = isUpright ? (0, 1) : (0.87, 0.5)
      let room = min(250, (chartHeight / 3 - Self.lineHeight) / down)
      let short = names.map { TextMetrics.shortened($0, to: room, size: Self.size) }
      lines = short.map { [$0] }
      let widths = short.map { TextMetrics.width($0, size: Self.size) }
      height = (widths.max() ?? 0) * down + Self.lineHeight
      // A slanted label of the n-th group begins this far left of the first group.
      let reach = widths.indices.map { widths[$0] * across - Double($0) * slot }
      overhang = max(0, reach.max() ?? 0)
    }
  }

  /// The commands for labels at 0, 1, 2, …
  func commands(on canvas: ChartCanvas) -> String {
    let labels = stride(from: 0, to: lines.count, by: step).map {
      "\(ScriptText.ticLabel(lines: lines[$0])) \($0)"
    }
    let turn = angle == 0 ? "norotate" : "rotate by \(angle) right"
    return "set xtics (\(labels.joined(separator: ", "))) scale 0 \(turn) "
      + "\(canvas.font(Self.size)) \(canvas.ink)"
  }
}

/// The values of one build: one place for each group, in the groups' order.
public struct ChartSeries<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The name in the legend.
  public let name: String
  /// Nil if nothing was measured, which is drawn as `n/a` and never as 0.
  public let places: [Value?]

  /// Makes a series; the chart checks that it fits its groups.
  public init(name: String, places: [Value?]) {
    self.name = name
    self.places = places
  }
}

extension Array {
  /// The series, unless a chart with such groups cannot show them. The error's text names `chart`, its kind and title.
  /// - Throws: `ChartError.noData`, `.countMismatch`, `.tooManySeries`.
  func checked<Value>(against groups: [String], of chart: String) throws(ChartError) -> Self
  where Element == ChartSeries<Value> {
    for one in self where one.places.count != groups.count {
      throw .countMismatch(series: one.name, expected: groups.count, found: one.places.count)
    }
    guard contains(where: { $0.places.contains { $0 != nil } }) else { throw .noData(chart) }
    try ChartStyle.check(seriesCount: count)
    return self
  }

  func spoken<Value>(by groups: [String], _ worded: (Value?) -> String) -> String
  where Element == ChartSeries<Value> {
    groups.indices.map { group in
      let places = map { "\($0.name) \(worded($0.places[group]))" }
      return "\(groups[group]): \(places.joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}
