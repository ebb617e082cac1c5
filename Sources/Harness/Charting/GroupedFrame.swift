/// What charts of groups side by side have alike: the heading, the value axis, the groups' names
/// below, and the places of the series within a group.
struct GroupedFrame {
  /// The room of a group, in pixels.
  let slot: Double
  /// The names of the series, as the legend has them.
  let legend: [String]
  /// The height of the data, in pixels.
  let length: Double
  /// The distance between two series within a group, the distance of groups being 1.
  let pitch: Double

  private let canvas: ChartCanvas
  private let heading: ChartHeading
  private let labels: GroupLabels
  private let groups: Int
  private let series: Int

  /// The part of a group's slot that its series fill.
  private static let crowded = 0.8
  /// The room of figures and names right and left of the groups, in pixels.
  private static let sides = 130.0
  private static let right = 24.0
  private static let leastLeft = 80.0
  /// The room between the groups' names and the lower edge, in pixels.
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

  /// The middle of a series' place in a group, the groups being at 0, 1, 2, …
  func place(of index: Int, in group: Int) -> Double {
    Double(group) + (Double(index) - Double(series - 1) / 2) * pitch
  }

  /// The room of a series in a group, in pixels.
  var seriesRoom: Double { slot * (series == 1 ? Self.crowded : pitch) }

  /// The commands for all but the data and the range of values.
  func commands(_ axis: ChartAxis, ticStep: Double) -> GnuplotScript {
    let left = max(Self.leastLeft, labels.overhang - slot / 2 + 16)
    let small = canvas.font(ChartStyle.smallSize)
    let lower = canvas.height - labels.height - Self.bottom
    var script = GnuplotScript()
    script.add(heading.commands)
    script.add(canvas.height(from: heading.bottom, to: lower))
    script.add(canvas.axisLabel("y", axis, length: length + 40))
    script.add("set ytics \(ticStep) \(small) \(canvas.ink)")
    script.add(labels.commands(on: canvas))
    script.add(canvas.sides(from: left, to: canvas.width - Self.right))
    script.add("set xrange [-0.6:\(Double(groups) - 0.4)]")
    return script
  }

  /// The command that marks a place where nothing was measured.
  /// - Parameter y: where on the value axis; on a logarithmic one there is no 0.
  func notMeasured(at x: Double, _ y: String = "0") -> String {
    "set label 'n/a' at \(x),\(y) left rotate by 90 offset 0,0.5 front "
      + "\(canvas.font(ChartStyle.smallSize - 1)) \(canvas.ink)"
  }
}
