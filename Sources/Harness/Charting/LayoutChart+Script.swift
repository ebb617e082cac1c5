extension LayoutChart {
  /// A band for the runs, points for the layouts, side by side in the layouts' order; the shape
  /// tells builds apart where colour does not. The axis is symmetrical, since 0 is each column's
  /// own mean.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let frame = GroupedFrame(self, groups: groups, series: series.map(\.name), on: canvas)
    let columns = series.flatMap(\.columns).compactMap(\.self)
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

  /// The part of its pitch that a band fills.
  private static var filled: Double { 0.7 }

  private func addBands(to script: inout GnuplotScript, _ frame: GroupedFrame) {
    let half = Self.filled * frame.pitch / 2
    for (index, one) in series.enumerated() {
      for (group, column) in one.columns.enumerated() {
        guard let deviation = column?.runDeviation else { continue }
        let x = frame.place(of: index, in: group)
        script.add(
          "set object rectangle from \(x - half),\(-deviation) to \(x + half),\(deviation) behind "
            + "fillstyle solid 1 border rgb '\(ChartStyle.stepBorder)' "
            + "fillcolor rgb '\(ChartStyle.band)'")
      }
    }
  }

  private func addPoints(
    of index: Int, to script: inout GnuplotScript, _ frame: GroupedFrame
  ) {
    var points: [[Double]] = []
    for (group, column) in series[index].columns.enumerated() {
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

  /// Points with outlines: gnuplot's filled shapes have none, and in grey the paler ones would be
  /// lost on their bands. The outline of a shape is the one numbered before it.
  private func plots(of index: Int, _ name: String, pointSize: Double) -> [String] {
    let shape = ChartStyle.points[index]
    let fill =
      "with points pointtype \(shape) pointsize \(pointSize) "
      + "linecolor rgb '\(ChartStyle.palette[index])' title \(ScriptText.literal(name))"
    // A series without any point keeps its place in the legend.
    guard series[index].columns.contains(where: { $0 != nil }) else { return ["NaN \(fill)"] }
    return [
      "$layouts\(index) using 1:2 \(fill)",
      "$layouts\(index) using 1:2 with points pointtype \(shape - 1) pointsize \(pointSize) "
        + "linecolor rgb '\(ChartStyle.ink)' linewidth 0.7 notitle",
    ]
  }
}
