extension LayoutChart {
  /// A band for the runs, points for the layouts, side by side in the layouts' order; the shape
  /// tells builds apart where colour does not. The axis is symmetrical, since 0 is each column's
  /// own mean.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let slot = (canvas.width - 130) / Double(groups.count)
    let labels = GroupLabels(groups, slot: slot, chartHeight: canvas.height)
    let left = max(80, labels.overhang - slot / 2 + 16)
    let columns = series.flatMap(\.columns).compactMap(\.self)
    let reach = (columns.map(\.reach).max() ?? 0) * 1.1
    let top = reach > 0 ? reach : 1

    let legend = series.map { canvas.legend($0.name) }
    let heading = ChartHeading(self, entries: legend, on: canvas)
    let length = canvas.height - heading.bottom - labels.height - 22
    var script = GnuplotScript()
    script.add(heading.commands)
    script.add("set tmargin at screen \(canvas.fromBottom(heading.bottom))")
    script.add(canvas.axisLabel("y", axis, length: length + 40))
    let small = canvas.font(ChartStyle.smallSize)
    script.add("set ytics \(TicStep.covering(top, length: length / 2)) \(small) \(canvas.ink)")
    script.add(labels.commands(on: canvas))
    script.add("set lmargin at screen \(canvas.across(left))")
    script.add("set rmargin at screen \(canvas.across(canvas.width - 24))")
    script.add("set bmargin at screen \(canvas.fromBottom(canvas.height - labels.height - 22))")
    script.add("set xrange [-0.6:\(Double(groups.count) - 0.4)]")
    script.add("set yrange [\(-top):\(top)]")
    script.add("set xzeroaxis linetype 1 linecolor rgb '\(ChartStyle.muted)' linewidth 1")
    addBands(to: &script)
    for index in series.indices { addPoints(of: index, to: &script, canvas) }
    let size = max(0.5, min(1, slot * pitch / 30))
    let commands = series.indices.flatMap { plots(of: $0, legend[$0], pointSize: size) }
    script.add("plot \(commands.joined(separator: ", "))")
    return script
  }

  /// The part of a group's slot that columns fill, and the part of its pitch that a band fills.
  private static var crowded: Double { 0.8 }
  private static var filled: Double { 0.7 }

  /// The distance between two columns of a group, the distance of groups being 1.
  private var pitch: Double { Self.crowded / Double(max(series.count, 2)) }

  private func place(of index: Int, in group: Int) -> Double {
    Double(group) + (Double(index) - Double(series.count - 1) / 2) * pitch
  }

  private func addBands(to script: inout GnuplotScript) {
    let half = Self.filled * pitch / 2
    for (index, one) in series.enumerated() {
      for (group, column) in one.columns.enumerated() {
        guard let deviation = column?.runDeviation else { continue }
        let x = place(of: index, in: group)
        script.add(
          "set object rectangle from \(x - half),\(-deviation) to \(x + half),\(deviation) behind "
            + "fillstyle solid 1 border rgb '\(ChartStyle.stepBorder)' "
            + "fillcolor rgb '\(ChartStyle.band)'")
      }
    }
  }

  private func addPoints(of index: Int, to script: inout GnuplotScript, _ canvas: ChartCanvas) {
    var points: [[Double]] = []
    for (group, column) in series[index].columns.enumerated() {
      let x = place(of: index, in: group)
      guard let column else {
        script.add(
          "set label 'n/a' at \(x),0 left rotate by 90 offset 0,0.5 front "
            + "\(canvas.font(ChartStyle.smallSize - 1)) \(canvas.ink)")
        continue
      }
      let step = Self.filled * pitch / Double(column.deviations.count)
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
