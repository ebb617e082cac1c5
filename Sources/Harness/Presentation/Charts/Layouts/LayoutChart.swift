import Statistics

/// How far layouts of the code differ: for each story and build a column of points, one per layout, over a
/// band as high as the spread of a single layout's runs.
///
/// Points far outside of their band are layouts that differ by more than runs do.
public struct LayoutChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on points and bands.
  public let note: String
  /// The axis of the distances from 0.
  public let axis: ChartAxis
  /// The groups' names, from left to right.
  public let groups: [String]
  /// The columns, one series per build.
  public let series: [ChartSeries<LayoutColumn>]

  /// Makes a chart of at least one column.
  /// - Throws: `ChartError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String],
    series: [ChartSeries<LayoutColumn>]
  ) throws(ChartError) {
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = try series.checked(against: groups, of: "layout chart \"\(title)\"")
  }

  /// Every column's range and spread if there are few enough to listen to, otherwise each series' widest.
  public var alternativeText: String {
    let opening = spoken(as: "Layout chart", of: axis.spoken)
    if groups.count * series.count <= 24 {
      return "\(opening) \(series.spoken(by: groups, Self.worded))."
    }
    let widest = series.map { one in
      let columns = zip(groups, one.places).compactMap { group, column in
        column.map { (group: group, column: $0) }
      }
      guard let maximum = columns.max(by: { Self.width($0.column) < Self.width($1.column) }) else {
        return "\(one.name): not measured"
      }
      return "\(one.name): widest in \(maximum.group), \(Self.worded(maximum.column))"
    }
    return "\(opening) \(widest.joined(separator: "; "))."
  }

  private static func width(_ column: LayoutColumn) -> Double {
    (column.deviations.max() ?? 0) - (column.deviations.min() ?? 0)
  }

  private static func worded(_ column: LayoutColumn?) -> String {
    guard let column, let low = column.deviations.min(), let high = column.deviations.max() else {
      return "not measured"
    }
    let runs =
      column.runDeviation.map { " (runs ± \(NumberFormat.uncertainty($0).string(for: $0)) %)" }
      ?? ""
    let format = column.format.withPlus
    return "\(format.string(for: low)) to \(format.string(for: high)) %\(runs)"
  }

  /// A band for the runs and points for the layouts, side by side in the layouts' order. Shapes distinguish
  /// builds if colour does not. The axis is symmetrical, because 0 is each column's own mean.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let frame = GroupedFrame(self, groups: groups, series: series.map(\.name), on: canvas)
    let columns = series.flatMap(\.places).compactMap(\.self)
    let reach = (columns.map(\.reach).max() ?? 0) * 1.1
    let top = reach > 0 ? reach : 1
    var script = frame.commands(axis, ticStep: TicStep.covering(top, length: frame.length / 2))
    script.add("set yrange [\(-top):\(top)]")
    script.add("set xzeroaxis linetype 1 linecolor rgb '\(ChartStyle.muted)' linewidth 1")
    addBands(to: &script, frame)
    for index in series.indices { addPoints(of: index, to: &script, frame) }
    let size = max(0.5, min(1, frame.slot * frame.pitch / 30))
    let commands = series.indices.flatMap { plots(of: $0, frame.legend[$0], pointSize: size) }
    script.add("plot \(commands.joined(separator: ", "))")
    return script
  }

  /// The share of its pitch that a band fills.
  private static var filled: Double { 0.7 }

  private func addBands(to script: inout GnuplotScript, _ frame: GroupedFrame) {
    let half = Self.filled * frame.pitch / 2
    for (index, one) in series.enumerated() {
      for (group, column) in one.places.enumerated() {
        guard let deviation = column?.runDeviation else { continue }
        let x = frame.place(of: index, in: group)
        script.add(
          "set object rectangle from \(x - half),\(-deviation) to \(x + half),\(deviation) behind "
            + "fillstyle solid 1 border rgb '\(ChartStyle.stepBorder)' "
            + "fillcolor rgb '\(ChartStyle.band)'")
      }
    }
  }

  private func addPoints(of index: Int, to script: inout GnuplotScript, _ frame: GroupedFrame) {
    var points: [[Double]] = []
    for (group, column) in series[index].places.enumerated() {
      let x = frame.place(of: index, in: group)
      guard let column else {
        script.add(frame.notMeasured(at: x))
        continue
      }
      let step = Self.filled * frame.pitch / Double(column.deviations.count)
      let first = x - Double(column.deviations.count - 1) / 2 * step
      points += column.deviations.enumerated().map { [first + Double($0) * step, $1] }
    }
    if !points.isEmpty { script.addBlock("layouts\(index)", rows: points) }
  }

  /// Points with outlines: gnuplot's filled shapes have none, and in grey the paler ones would vanish on
  /// their bands. A shape's outline has the number before it.
  private func plots(of index: Int, _ name: String, pointSize: Double) -> [String] {
    let shape = ChartStyle.points[index]
    let fill =
      "with points pointtype \(shape) pointsize \(pointSize) "
      + "linecolor rgb '\(ChartStyle.palette[index])' title \(ScriptText.literal(name))"
    // A series without any point keeps its place in the legend.
    guard series[index].places.contains(where: { $0 != nil }) else { return ["NaN \(fill)"] }
    return [
      "$layouts\(index) using 1:2 \(fill)",
      "$layouts\(index) using 1:2 with points pointtype \(shape - 1) pointsize \(pointSize) "
        + "linecolor rgb '\(ChartStyle.ink)' linewidth 0.7 notitle",
    ]
  }
}

/// The points of one build in its layouts, in one group of a layout chart.
public struct LayoutColumn: Sendable, Equatable {
  /// Each layout's mean, as its distance in percent from the overall mean.
  public let deviations: [Double]
  /// The standard deviation over the runs of one layout, in percent; nil if it is unknown.
  public let runDeviation: Double?
  /// The number format of deviations.
  public let format: NumberFormat

  /// Makes a column. `format` is the number format of deviations.
  /// - Throws: `ChartError.noData` without layouts, `.notFinite`, `.negative` for a standard deviation below 0.
  public init(
    deviations: [Double], runDeviation: Double?, format: NumberFormat = .plain
  ) throws(ChartError) {
    guard !deviations.isEmpty else { throw .noData("a column of layouts") }
    for deviation in deviations where !deviation.isFinite {
      throw .notFinite("a layout's deviation", deviation)
    }
    if let runDeviation {
      guard runDeviation.isFinite else { throw .notFinite("a standard deviation", runDeviation) }
      guard runDeviation >= 0 else { throw .negative("a standard deviation", runDeviation) }
    }
    self.deviations = deviations
    self.runDeviation = runDeviation
    self.format = format
  }

  /// The greatest drawn distance from 0.
  var reach: Double { max(deviations.map(abs).max() ?? 0, runDeviation ?? 0) }
}
