extension StepWaterfall {
  /// Bars placed by pixels from the top, because gnuplot's own axes of names would let them overlap.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = WaterfallLayout(self, on: canvas)
    let scale = duration >= 1 ? (unit: "s", factor: 1.0) : (unit: "ms", factor: 1000.0)
    let end = duration * scale.factor
    var script = GnuplotScript()
    script.add("set multiplot")
    script.add(layout.heading.plotted(keyEntries(layout), on: canvas))
    script.add(
      canvas.rows(
        below: layout.heading.bottom, from: layout.left, to: layout.right, length: layout.length))
    script.add("set xrange [0:\(end)]")
    let step = TicStep.covering(end, length: (layout.right - layout.left) / 2)
    script.add("set xtics nomirror \(step) \(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    script.add(canvas.axisLabel("x", timeAxis(scale.unit), length: canvas.width - 100))
    for (row, step) in drawn.enumerated() {
      addText(of: step, row: row, layout, to: &script, canvas)
    }
    addBlocks(layout, factor: scale.factor, to: &script)
    script.add("plot \(plots.joined(separator: ", "))")
    script.add("unset multiplot")
    return script
  }

  private func timeAxis(_ unit: String) -> ChartAxis {
    switch steps.count - drawn.count {
    case 0: ChartAxis("time since the run began", unit: unit)
    case 1: ChartAxis("time since the run began (\(unit)); 1 short step is not drawn")
    case let count:
      ChartAxis("time since the run began (\(unit)); \(count) short steps are not drawn")
    }
  }

  /// The step's name at the left, and each bar's measurements at the right.
  private func addText(
    of step: Int, row: Int, _ layout: WaterfallLayout, to script: inout GnuplotScript,
    _ canvas: ChartCanvas
  ) {
    let name = layout.name(steps[step])
    script.add(canvas.label(name, at: layout.left - 8, layout.middle(ofRow: row), "right"))
    for (index, one) in series.enumerated() {
      guard let span = one.places[step] else { continue }
      let y = layout.middle(ofRow: row, series: index)
      script.add(
        canvas.label(span.worded, at: layout.right + 8, y, "left", size: WaterfallLayout.valueSize))
    }
  }

  private func addBlocks(
    _ layout: WaterfallLayout, factor: Double, to script: inout GnuplotScript
  ) {
    let half = WaterfallLayout.bar / 2
    for (index, one) in series.enumerated() {
      var whole: [[Double]] = []
      var busy: [[Double]] = []
      for (row, step) in drawn.enumerated() {
        guard let span = one.places[step] else { continue }
        let y = layout.middle(ofRow: row, series: index)
        func box(_ end: Double) -> [Double] {
          let (from, to) = (span.start * factor, end * factor)
          return [(from + to) / 2, y, from, to, y - half, y + half]
        }
        whole.append(box(span.end))
        busy.append(box(span.start + min(span.cpu, span.wall)))
      }
      if whole.isEmpty { continue }
      script.addBlock("whole\(index)", rows: whole)
      script.addBlock("busy\(index)", rows: busy)
    }
  }

  private static var outline: String { "border rgb '\(ChartStyle.ink)'" }
  /// The style of the part of a bar in which the processor was idle.
  private static var waiting: String {
    "fillstyle solid 1 \(outline) linecolor rgb '\(ChartStyle.grid)' linewidth 1"
  }

  private static func look(of index: Int) -> String {
    "fillstyle \(ChartStyle.fills[index]) \(outline) "
      + "linecolor rgb '\(ChartStyle.palette[index])' linewidth 1"
  }

  private func keyEntries(_ layout: WaterfallLayout) -> [String] {
    let names = layout.legend.enumerated().map { index, name in
      "keyentry with boxes \(Self.look(of: index)) title \(ScriptText.literal(name))"
    }
    return names + ["keyentry with boxes \(Self.waiting) title 'waiting'"]
  }

  private var plots: [String] {
    series.indices.filter { series[$0].places.contains { $0 != nil } }.flatMap { index in
      [
        "$whole\(index) using 1:2:3:4:5:6 with boxxyerror \(Self.waiting) notitle",
        "$busy\(index) using 1:2:3:4:5:6 with boxxyerror \(Self.look(of: index)) notitle",
      ]
    }
  }
}
