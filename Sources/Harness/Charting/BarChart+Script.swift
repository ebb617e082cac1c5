extension BarChart {
  /// Boxes computed one by one, rather than gnuplot's `boxerrorbars`, whose fourth column
  /// silently turns into a width; and intervals as three lines each, since `yerrorbars`
  /// blots out the bar's end with a white dot.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let slot = (canvas.width - 130) / Double(groups.count)
    let labels = GroupLabels(groups, slot: slot, chartHeight: canvas.height)
    let left = max(80, labels.overhang - slot / 2 + 16)
    let highest = series.flatMap(\.bars).compactMap { $0?.top }.max() ?? 0
    let top = highest > 0 ? highest * 1.12 : 1

    let legend = series.map { canvas.legend($0.name) }
    let heading = ChartHeading(self, entries: legend, on: canvas)
    let length = canvas.height - heading.bottom - labels.height - 22
    var script = GnuplotScript()
    script.add(heading.commands)
    script.add("set tmargin at screen \(canvas.fromBottom(heading.bottom))")
    script.add(canvas.axisLabel("y", axis, length: length + 40))
    let small = canvas.font(ChartStyle.smallSize)
    script.add("set ytics \(TicStep.covering(top, length: length)) \(small) \(canvas.ink)")
    script.add(labels.commands(on: canvas))
    script.add("set lmargin at screen \(canvas.across(left))")
    script.add("set rmargin at screen \(canvas.across(canvas.width - 24))")
    script.add("set bmargin at screen \(canvas.fromBottom(canvas.height - labels.height - 22))")
    script.add("set xrange [-0.6:\(Double(groups.count) - 0.4)]")
    script.add("set yrange [0:\(top)]")
    script.add("set boxwidth \(Self.filled * pitch) absolute")
    addFigures(to: &script, canvas, slot: slot)
    for index in series.indices { addBlocks(of: index, to: &script) }
    script.add("plot \(series.indices.flatMap { plots(of: $0, canvas) }.joined(separator: ", "))")
    return script
  }

  /// The part of a group's slot that bars fill, and the part of its pitch that a bar fills.
  private static var crowded: Double { 0.8 }
  private static var filled: Double { 0.9 }

  /// The distance between two bars of a group, the distance of groups being 1.
  private var pitch: Double { Self.crowded / Double(max(series.count, 2)) }

  private func place(of index: Int, in group: Int) -> Double {
    Double(group) + (Double(index) - Double(series.count - 1) / 2) * pitch
  }

  private func addBlocks(of index: Int, to script: inout GnuplotScript) {
    var bars: [[Double]] = []
    var intervals: [[Double]] = []
    for (group, bar) in series[index].bars.enumerated() {
      guard let bar else { continue }
      let x = place(of: index, in: group)
      bars.append([x, bar.value])
      if let interval = bar.interval {
        let low = max(0, interval.lowerBound)
        let high = interval.upperBound
        let cap = pitch / 8
        intervals += [
          [x, low, 0, high - low], [x - cap, low, 2 * cap, 0], [x - cap, high, 2 * cap, 0],
        ]
      }
    }
    if !bars.isEmpty { script.addBlock("bars\(index)", rows: bars) }
    if !intervals.isEmpty { script.addBlock("intervals\(index)", rows: intervals) }
  }

  private func plots(of index: Int, _ canvas: ChartCanvas) -> [String] {
    let one = series[index]
    let look =
      "with boxes fillstyle \(ChartStyle.fills[index]) border rgb '\(ChartStyle.ink)' "
      + "linecolor rgb '\(ChartStyle.palette[index])' linewidth 1 "
      + "title \(ScriptText.literal(canvas.legend(one.name)))"
    // A series without any bar keeps its place in the legend.
    let measured = one.bars.contains { $0 != nil }
    var plots = [measured ? "$bars\(index) using 1:2 \(look)" : "NaN \(look)"]
    if one.bars.contains(where: { $0?.interval != nil }) {
      plots.append(
        "$intervals\(index) using 1:2:3:4 with vectors nohead "
          + "linecolor rgb '\(ChartStyle.ink)' linewidth 1.5 notitle")
    }
    return plots
  }

  /// Figures above the bars, where all of them have room, and `n/a` where a bar is missing.
  private func addFigures(to script: inout GnuplotScript, _ canvas: ChartCanvas, slot: Double) {
    let size = ChartStyle.smallSize - 1
    let figures = series.flatMap(\.bars).compactMap { $0 }.map { DisplayNumber.text($0.value) }
    let widest = figures.map { TextMetrics.width($0, size: size) }.max() ?? 0
    let room = slot * (series.count == 1 ? Self.crowded : pitch)
    for (index, one) in series.enumerated() {
      for (group, bar) in one.bars.enumerated() {
        let x = place(of: index, in: group)
        if let bar, widest <= room {
          script.add(
            "set label '\(DisplayNumber.text(bar.value))' at \(x),\(bar.top) center "
              + "offset 0,0.5 front \(canvas.font(size)) \(canvas.ink)")
        } else if bar == nil {
          script.add(
            "set label 'n/a' at \(x),0 left rotate by 90 offset 0,0.5 front "
              + "\(canvas.font(size)) \(canvas.ink)")
        }
      }
    }
  }
}
