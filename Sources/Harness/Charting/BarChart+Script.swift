import Glibc

extension BarChart {
  /// Boxes computed one by one, rather than gnuplot's `boxerrorbars`, whose fourth column
  /// silently turns into a width; and intervals as three lines each, since `yerrorbars`
  /// blots out the bar's end with a white dot.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let frame = GroupedFrame(self, groups: groups, series: series.map(\.name), on: canvas)
    let highest = series.flatMap(\.bars).compactMap { $0?.top }.max() ?? 0
    let figures = BarFigures(self, frame)
    var script: GnuplotScript
    if let foot = logarithmicFoot {
      // The room above the highest bar is a share of the axis, which has decades for lengths.
      let top = highest * exp(log(highest / foot) * (figures.reach - 1))
      script = frame.commands(drawnAxis, ticStep: 10)
      script.add("set logscale y")
      script.add("set yrange [\(foot):\(top)]")
    } else {
      let top = highest > 0 ? highest * figures.reach : 1
      script = frame.commands(drawnAxis, ticStep: TicStep.covering(top, length: frame.length))
      script.add("set yrange [0:\(top)]")
    }
    script.add("set boxwidth \(Self.filled * frame.pitch) absolute")
    addFigures(figures, to: &script, frame, canvas)
    for index in series.indices { addBlocks(of: index, to: &script, frame) }
    let commands = series.indices.flatMap { plots(of: $0, frame.legend[$0]) }
    script.add("plot \(commands.joined(separator: ", "))")
    return script
  }

  /// The part of its pitch that a bar fills.
  private static var filled: Double { 0.9 }

  private func addBlocks(
    of index: Int, to script: inout GnuplotScript, _ frame: GroupedFrame
  ) {
    var bars: [[Double]] = []
    var intervals: [[Double]] = []
    for (group, bar) in series[index].bars.enumerated() {
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
      + "linecolor rgb '\(ChartStyle.palette[index])' linewidth 1 "
      + "title \(ScriptText.literal(name))"
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

  /// Figures above the bars, and `n/a` where a bar is missing.
  private func addFigures(
    _ figures: BarFigures, to script: inout GnuplotScript, _ frame: GroupedFrame,
    _ canvas: ChartCanvas
  ) {
    let font = canvas.font(BarFigures.size)
    for (index, one) in series.enumerated() {
      for (group, bar) in one.bars.enumerated() {
        let x = frame.place(of: index, in: group)
        if let bar, let side = figures.side {
          script.add(
            "set label '\(bar.figure)' at \(x),\(bar.top) \(side) offset 0,0.5 front "
              + "\(font) \(canvas.ink)")
        } else if bar == nil {
          script.add(frame.notMeasured(at: x, logarithmicFoot == nil ? "0" : "graph 0"))
        }
      }
    }
  }
}
