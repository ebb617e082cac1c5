extension TimelineChart {
  /// Two panels over one axis of time, placed by pixels so that their axes stand in line.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = TimelineLayout(self, on: canvas)
    var script = GnuplotScript()
    addBlocks(of: memory, named: "memory", to: &script)
    addBlocks(of: cpu, named: "cpu", to: &script)
    script.add("set multiplot")
    script.add("set lmargin at screen \(layout.left / canvas.width)")
    script.add("set rmargin at screen \(layout.right / canvas.width)")
    script.add("set xrange [0:\(duration)]")
    script.add("set xtics \(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    script.add("set ytics \(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    addSpans(to: &script)

    addHeading(to: &script, layout, canvas)
    script.add("set format x ''")
    addPanel(memory, named: "memory", layout.memory, to: &script, canvas)

    script.add("unset label")
    script.add("unset arrow")
    script.add("unset key")
    addBorders(to: &script)
    script.add("set format x '%.10g'")
    script.add(canvas.axisLabel("x", ChartAxis(timeLabel(layout), unit: "s"), length: 800))
    addPanel(cpu, named: "cpu", layout.cpu, to: &script, canvas)
    script.add("unset multiplot")
    return script
  }

  private func timeLabel(_ layout: TimelineLayout) -> String {
    switch layout.labels.omitted {
    case 0: "time"
    case 1: "1 short step not named; time"
    default: "\(layout.labels.omitted) short steps not named; time"
    }
  }

  private func addBlocks(
    of panel: TimelinePanel, named name: String, to script: inout GnuplotScript
  ) {
    script.addBlock(name, rows: panel.own.keepingPeaks().map { [$0.x, $0.y] })
    if !panel.others.isEmpty {
      script.addBlock(
        "\(name)_others", rows: panel.others.keepingPeaks().map { [$0.x, $0.y] })
    }
  }

  /// Every other step lies on a grey span, and each begins with a line, which also shows
  /// the ones too short for a span.
  private func addSpans(to script: inout GnuplotScript) {
    for (index, step) in steps.enumerated() where !index.isMultiple(of: 2) {
      script.add(
        "set object rectangle from \(step.start), graph 0 to \(step.end), graph 1 behind "
          + "fillcolor rgb '\(ChartStyle.span)' fillstyle solid noborder")
    }
    addBorders(to: &script)
  }

  private func addBorders(to script: inout GnuplotScript) {
    for step in steps {
      script.add(
        "set arrow from \(step.start), graph 0 to \(step.start), graph 1 nohead back "
          + "linecolor rgb '\(ChartStyle.grid)' dashtype 3")
    }
  }

  /// The title, the legend, and the steps' names with lines down to their middles.
  private func addHeading(
    to script: inout GnuplotScript, _ layout: TimelineLayout, _ canvas: ChartCanvas
  ) {
    for (line, text) in canvas.titleLines(title).enumerated() {
      let y = 12 + (Double(line) + 0.5) * ChartStyle.titleSize * 1.4
      script.add(
        "set label \(ScriptText.literal(text)) at screen 0.5, screen \(1 - y / canvas.height) "
          + "center \(canvas.font(ChartStyle.titleSize)) \(canvas.ink)")
    }
    script.add(
      "set key at screen 0.5, screen \(1 - (layout.legend - 10) / canvas.height) center top "
        + "horizontal \(canvas.ink) width 1 samplen 2")
    for placed in layout.labels.placed {
      let x = placed.label.anchor / canvas.width
      let y = 1 - layout.middle(ofRow: placed.row) / canvas.height
      let foot = 1 - layout.memory.lowerBound / canvas.height
      let centred = abs(placed.middle - placed.label.anchor) < 1
      // A centred name stands on its line, a flag beside it.
      let head = centred ? y - TimelineLayout.rowHeight * 0.5 / canvas.height : y
      script.add(
        "set arrow from screen \(x), screen \(foot) to screen \(x), screen \(head) nohead "
          + "linecolor rgb '\(ChartStyle.muted)'")
      script.add(
        "set label \(ScriptText.literal(placed.label.name)) at "
          + "screen \(placed.middle / canvas.width), screen \(y) center "
          + "\(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    }
  }

  private func addPanel(
    _ panel: TimelinePanel, named name: String, _ place: ClosedRange<Double>,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    let ownScale = panel.hasOwnScaleForOthers
    let length = place.upperBound - place.lowerBound
    script.add("set tmargin at screen \(1 - place.lowerBound / canvas.height)")
    script.add("set bmargin at screen \(1 - place.upperBound / canvas.height)")
    script.add(canvas.axisLabel("y", panel.axis, length: length + 20))
    let left = ownScale ? panel.own : panel.own + panel.others
    script.add("set yrange \(Self.range(of: left))")
    if ownScale {
      let muted = "textcolor rgb '\(ChartStyle.muted)'"
      let others = TextMetrics.shortened(
        ChartAxis(othersName, unit: panel.axis.unit).caption, to: length + 20,
        size: ChartStyle.textSize)
      script.add("set y2range \(Self.range(of: panel.others))")
      script.add("set y2tics \(canvas.font(ChartStyle.smallSize)) \(muted)")
      script.add("set y2label \(ScriptText.literal(others)) \(muted)")
    } else {
      script.add("unset y2tics")
      script.add("unset y2label")
    }
    var plots: [String] = []
    if !panel.others.isEmpty {
      plots.append(
        "$\(name)_others using 1:2 \(ownScale ? "axes x1y2 " : "")with lines dashtype 2 "
          + "linecolor rgb '\(ChartStyle.muted)' linewidth 1.5 title \(canvas.legend(othersName))"
      )
    }
    // Last, so that it lies on top.
    plots.append(
      "$\(name) using 1:2 with lines linecolor rgb '\(ChartStyle.palette[0])' linewidth 2 "
        + "title \(canvas.legend(ownName))")
    script.add("plot \(plots.joined(separator: ", "))")
  }

  private static func range(of points: [ChartPoint]) -> String {
    let high = points.map(\.y).max() ?? 0
    return "[0:\(high > 0 ? high * 1.1 : 1)]"
  }
}
