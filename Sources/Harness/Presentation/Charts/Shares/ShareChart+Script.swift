extension ShareChart {
  /// Bars are placed by pixels from the top, like the lines of a ratio chart.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = ShareLayout(self, on: canvas)
    var script = GnuplotScript()
    script.add("set multiplot")
    script.add(layout.heading.plotted(usedLevels.map { keyEntry($0, canvas) }, on: canvas))
    script.add(
      canvas.rows(
        below: layout.heading.bottom, from: layout.left, to: layout.right, length: layout.length))
    let top = bars.map(\.bar.top).max() ?? 0
    script.add("set xrange [0:\(top > 0 ? top * 1.03 : 1)]")
    let step = TicStep.covering(top > 0 ? top : 1, length: (layout.right - layout.left) / 2)
    script.add("set xtics nomirror \(step) \(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    script.add(canvas.axisLabel("x", axis, length: canvas.width * 0.6))
    for (index, bar) in bars.enumerated() {
      let y = ShareLayout.middle(of: index)
      script.add(canvas.label(layout.label(bar), at: layout.left - ShareLayout.gap, y, "right"))
      script.add(canvas.label(layout.valueText(bar), at: layout.valuesEnd, y, "right"))
    }
    addBlocks(to: &script)
    script.add("plot \(plots.joined(separator: ", "))")
    script.add("unset multiplot")
    return script
  }

  private func addBlocks(to script: inout GnuplotScript) {
    var rows: [ShareLevel: [[Double]]] = [:]
    var intervals: [[Double]] = []
    for (index, bar) in bars.enumerated() {
      let y = ShareLayout.middle(of: index)
      let half = ShareLayout.barHeight / 2
      rows[bar.level, default: []].append(
        [bar.bar.value / 2, y, 0, bar.bar.value, y - half, y + half])
      if let interval = bar.bar.interval {
        let low = max(0, interval.lowerBound)
        let high = interval.upperBound
        intervals += [[low, y, high - low, 0], [low, y - 4, 0, 8], [high, y - 4, 0, 8]]
      }
    }
    for (index, level) in ShareLevel.allCases.enumerated() {
      if let rows = rows[level] { script.addBlock("shares\(index)", rows: rows) }
    }
    if !intervals.isEmpty { script.addBlock("intervals", rows: intervals) }
  }

  private var plots: [String] {
    var plots: [String] = []
    for (index, level) in ShareLevel.allCases.enumerated() where usedLevels.contains(level) {
      plots.append(
        "$shares\(index) using 1:2:3:4:5:6 with boxxyerror fillstyle solid 1 "
          + "border rgb '\(ChartStyle.ink)' linecolor rgb '\(level.colour)' linewidth 1 notitle")
    }
    if bars.contains(where: { $0.bar.interval != nil }) {
      plots.append(
        "$intervals using 1:2:3:4 with vectors nohead linecolor rgb '\(ChartStyle.ink)' "
          + "linewidth 1.5 notitle")
    }
    return plots
  }

  private func keyEntry(_ level: ShareLevel, _ canvas: ChartCanvas) -> String {
    "keyentry with boxes fillstyle solid 1 border rgb '\(ChartStyle.ink)' "
      + "linecolor rgb '\(level.colour)' title \(ScriptText.literal(canvas.legend(name(of: level))))"
  }
}

/// The places of a share chart's parts, in pixels from the left and from the top.
struct ShareLayout {
  static let rowHeight = 24.0
  static let barHeight = 15.0
  static let gap = 12.0
  /// Between the last bar and the axis.
  private static let foot = 6.0
  /// The axis's tics, their labels and its own.
  private static let bottom = 64.0
  private static let edge = 16.0

  let heading: ChartHeading
  /// The data's left and right edge.
  let left: Double
  let right: Double
  /// The right edge of the values in digits.
  let valuesEnd: Double
  /// The height of the data.
  let length: Double

  init(_ chart: ShareChart, on canvas: ChartCanvas) {
    heading = ChartHeading(
      chart, entries: chart.usedLevels.map { canvas.legend(chart.name(of: $0)) }, on: canvas)
    let labels = TextMetrics.columnWidth(chart.bars.map(\.label), atMost: canvas.width * 0.48)
    left = Self.edge + labels + Self.gap
    valuesEnd = canvas.width - Self.edge
    let values = TextMetrics.columnWidth(chart.bars.map(\.valueText), atMost: canvas.width * 0.2)
    right = valuesEnd - values - Self.gap
    length = Double(chart.bars.count) * Self.rowHeight + Self.foot
  }

  /// The middle of a bar, from the upper edge of the data.
  static func middle(of index: Int) -> Double { (Double(index) + 0.5) * rowHeight }

  /// A label, cut to its column.
  func label(_ bar: ShareBar) -> String {
    TextMetrics.shortened(bar.label, to: left - Self.edge - Self.gap, size: ChartStyle.smallSize)
  }

  /// A bar's value in digits, cut to its column.
  func valueText(_ bar: ShareBar) -> String {
    TextMetrics.shortened(
      bar.valueText, to: valuesEnd - right - Self.gap, size: ChartStyle.smallSize)
  }

  /// The height of a picture that holds all bars.
  var neededHeight: Double { heading.bottom + length + Self.bottom }
}
