import Glibc
import Statistics

/// Bars side by side: stories along the axis, one bar for each build.
///
/// The value axis begins at 0, so that lengths compare like the values. If two bars of one group differ
/// tenfold the axis is logarithmic, and says so: on a linear one the smaller bar would be a line.
public struct BarChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on the bars and their error bars, such as means with their intervals.
  public let note: String
  /// The axis of the bars' lengths.
  public let axis: ChartAxis
  /// The groups' names, from left to right.
  public let groups: [String]
  /// The bars, one series per build.
  public let series: [ChartSeries<Bar>]

  /// Makes a chart of at least one bar.
  /// - Throws: `ChartError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String], series: [ChartSeries<Bar>]
  ) throws(ChartError) {
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = try series.checked(against: groups, of: "bar chart \"\(title)\"")
  }

  /// The power of ten below all bars if the axis is logarithmic; nil if it is linear.
  var logarithmicFoot: Double? {
    let isWide = groups.indices.contains { group in
      let values = series.compactMap { $0.places[group]?.value }.filter { $0 > 0 }
      return (values.max() ?? 0) >= 10 * (values.min() ?? .infinity)
    }
    let values = series.flatMap(\.places).compactMap { $0?.value }
    guard isWide, let minimum = values.min(), minimum > 0 else { return nil }
    let power = TicStep.powerOfTen(atMost: minimum)
    return power < minimum ? power : power / 10
  }

  var drawnAxis: ChartAxis {
    logarithmicFoot == nil ? axis : ChartAxis("\(axis.label), logarithmic", unit: axis.unit)
  }

  /// Every bar's value if there are few enough to listen to, otherwise each series' range.
  public var alternativeText: String {
    let opening = spoken(as: "Bar chart", of: axis.spoken)
    if groups.count * series.count <= 40 {
      return "\(opening) \(series.spoken(by: groups, worded))."
    }
    let ranges = series.map { one in
      let bars = one.places.compactMap(\.self)
      guard let range = axis.range(of: bars) else { return "\(one.name): not measured" }
      return "\(one.name): \(bars.count) groups, \(range)"
    }
    return "\(opening) \(ranges.joined(separator: "; "))."
  }

  private func worded(_ bar: Bar?) -> String {
    guard let bar else { return "not measured" }
    guard let interval = bar.interval else { return bar.valueText }
    let low = bar.format.string(for: interval.lowerBound)
    let high = bar.format.string(for: interval.upperBound)
    return "\(bar.valueText) (\(low) to \(high))"
  }
}

extension ChartAxis {
  /// From the lowest bar to the highest, for example `from 0.5 ms to 49.5 ms`; nil without bars.
  func range(of bars: [Bar]) -> String? {
    guard let low = bars.min(by: { $0.value < $1.value }),
      let high = bars.max(by: { $0.value < $1.value })
    else { return nil }
    return "from \(worded(low.value, low.format)) to \(worded(high.value, high.format))"
  }
}

extension BarChart {
  /// Boxes are computed one by one, because the fourth column of gnuplot's `boxerrorbars` silently becomes a
  /// width. Intervals are three lines each, because `yerrorbars` covers the bar's end with a white dot.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let frame = GroupedFrame(self, groups: groups, series: series.map(\.name), on: canvas)
    let highest = series.flatMap(\.places).compactMap { $0?.top }.max() ?? 0
    let valueLabels = BarValueLabels(self, frame)
    var script: GnuplotScript
    if let foot = logarithmicFoot {
      // The space above the highest bar is a share of the axis, whose lengths are decades.
      let top = highest * exp(log(highest / foot) * (valueLabels.reach - 1))
      script = frame.commands(drawnAxis, ticStep: 10)
      script.add("set logscale y")
      script.add("set yrange [\(foot):\(top)]")
    } else {
      let top = highest > 0 ? highest * valueLabels.reach : 1
      script = frame.commands(drawnAxis, ticStep: TicStep.covering(top, length: frame.length))
      script.add("set yrange [0:\(top)]")
    }
    script.add("set boxwidth \(Self.filled * frame.pitch) absolute")
    addValueLabels(valueLabels, to: &script, frame, canvas)
    for index in series.indices { addBlocks(of: index, to: &script, frame) }
    let commands = series.indices.flatMap { plots(of: $0, frame.legend[$0]) }
    script.add("plot \(commands.joined(separator: ", "))")
    return script
  }

  /// The part of its pitch that a bar fills.
  private static var filled: Double { 0.9 }

  private func addBlocks(of index: Int, to script: inout GnuplotScript, _ frame: GroupedFrame) {
    var bars: [[Double]] = []
    var intervals: [[Double]] = []
    for (group, bar) in series[index].places.enumerated() {
      guard let bar else { continue }
      let x = frame.place(of: index, in: group)
      bars.append([x, bar.value])
      if let interval = bar.interval {
        let low = max(logarithmicFoot ?? 0, interval.lowerBound)
        let high = interval.upperBound
        let cap = frame.pitch / 8
        intervals += [
          [x, low, 0, high - low], [x - cap, low, 2 * cap, 0], [x - cap, high, 2 * cap, 0],
        ]
      }
    }
    if !bars.isEmpty { script.addBlock("bars\(index)", rows: bars) }
    if !intervals.isEmpty { script.addBlock("intervals\(index)", rows: intervals) }
  }

  private func plots(of index: Int, _ name: String) -> [String] {
    let one = series[index]
    let look =
      "with boxes fillstyle \(ChartStyle.fills[index]) border rgb '\(ChartStyle.ink)' "
      + "linecolor rgb '\(ChartStyle.palette[index])' linewidth 1 title \(ScriptText.literal(name))"
    // A series without any bar keeps its place in the legend.
    let measured = one.places.contains { $0 != nil }
    var plots = [measured ? "$bars\(index) using 1:2 \(look)" : "NaN \(look)"]
    if one.places.contains(where: { $0?.interval != nil }) {
      plots.append(
        "$intervals\(index) using 1:2:3:4 with vectors nohead "
          + "linecolor rgb '\(ChartStyle.ink)' linewidth 1.5 notitle")
    }
    return plots
  }

  /// Measurements above the bars, and `n/a` where a bar is missing.
  private func addValueLabels(
    _ valueLabels: BarValueLabels, to script: inout GnuplotScript, _ frame: GroupedFrame,
    _ canvas: ChartCanvas
  ) {
    let font = canvas.font(BarValueLabels.size)
    for (index, one) in series.enumerated() {
      for (group, bar) in one.places.enumerated() {
        let x = frame.place(of: index, in: group)
        if let bar, let side = valueLabels.side {
          script.add(
            "set label '\(bar.valueText)' at \(x),\(bar.top) \(side) offset 0,0.5 front "
              + "\(font) \(canvas.ink)")
        } else if bar == nil {
          script.add(frame.notMeasured(at: x, logarithmicFoot == nil ? "0" : "graph 0"))
        }
      }
    }
  }
}
