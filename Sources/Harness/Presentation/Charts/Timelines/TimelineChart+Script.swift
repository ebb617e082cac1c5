extension TimelineChart {
  /// Two panels over one axis of time, placed by pixels so that their axes align.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = TimelineLayout(self, on: canvas)
    var script = GnuplotScript()
    addBlocks(of: memory, named: "memory", to: &script)
    addBlocks(of: cpu, named: "cpu", to: &script)
    script.add("set multiplot")
    script.add(canvas.sides(from: layout.left, to: layout.right))
    script.add("set xrange [0:\(duration)]")
    script.add("set xtics \(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    addSpans(to: &script)

    addHeading(to: &script, layout, canvas)
    script.add("set format x ''")
    addPanel(memory, named: "memory", layout.memory, to: &script, canvas)

    script.add("unset label")
    script.add("unset arrow")
    script.add("unset key")
    addBorders(to: &script)
    script.add("set format x '%.10g'")
    script.add(canvas.axisLabel("x", timeAxis(layout), length: canvas.width - 100))
    addPanel(cpu, named: "cpu", layout.cpu, to: &script, canvas)
    script.add("unset multiplot")
    return script
  }

  private func timeAxis(_ layout: TimelineLayout) -> ChartAxis {
    switch layout.labels.omitted {
    case 0: ChartAxis("time", unit: "s")
    case 1: ChartAxis("time (s); 1 short step is not named")
    default: ChartAxis("time (s); \(layout.labels.omitted) short steps are not named")
    }
  }

  private func addBlocks(
    of panel: TimelinePanel, named name: String, to script: inout GnuplotScript
  ) {
    script.addBlock(name, rows: panel.own.keepingPeaks().map { [$0.x, $0.y] })
    if !panel.others.isEmpty {
      script.addBlock("\(name)_others", rows: panel.others.keepingPeaks().map { [$0.x, $0.y] })
    }
  }

  /// Every other step is on a grey span, and each begins with a line, which also shows steps that are too
  /// short for a span.
  private func addSpans(to script: inout GnuplotScript) {
    for (index, step) in steps.enumerated() where index.isMultiple(of: 2) {
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
          + "linecolor rgb '\(ChartStyle.stepBorder)'")
    }
  }

  /// The title, the legend, and the steps' names with lines down to their middles.
  private func addHeading(
    to script: inout GnuplotScript, _ layout: TimelineLayout, _ canvas: ChartCanvas
  ) {
    script.add(layout.heading.commands)
    for placed in layout.labels.placed {
      let x = canvas.across(placed.label.anchor)
      let middle = layout.middle(ofRow: placed.row)
      // A centred name is on its line, a flag beside it.
      let end = placed.side == .centre ? middle + TimelineLayout.rowHeight / 2 : middle - 5
      let foot = canvas.fromBottom(layout.memory.lowerBound)
      let head = canvas.fromBottom(end)
      script.add(
        "set arrow from screen \(x), screen \(foot) to screen \(x), screen \(head) nohead "
          + "linecolor rgb '\(ChartStyle.muted)'")
      script.add(
        canvas.screenLabel(placed.label.name, at: placed.textAnchor, middle, placed.side.rawValue))
    }
  }

  private func addPanel(
    _ panel: TimelinePanel, named name: String, _ place: ClosedRange<Double>,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    let ownScale = panel.hasOwnScaleForOthers
    let length = place.upperBound - place.lowerBound
    script.add(canvas.height(from: place.lowerBound, to: place.upperBound))
    script.add(canvas.axisLabel("y", panel.axis, length: length + 20))
    let top = Self.top(of: ownScale ? panel.own : panel.own + panel.others)
    let small = canvas.font(ChartStyle.smallSize)
    script.add("set yrange [0:\(top)]")
    script.add("set ytics \(TicStep.covering(top, length: length)) \(small) \(canvas.ink)")
    if ownScale {
      let muted = "textcolor rgb '\(ChartStyle.muted)'"
      let others = TextMetrics.shortened(
        ChartAxis(othersName, unit: panel.axis.unit).caption, to: length + 20,
        size: ChartStyle.textSize)
      let top = Self.top(of: panel.others)
      script.add("set y2range [0:\(top)]")
      script.add("set y2tics \(TicStep.covering(top, length: length)) \(small) \(muted)")
      script.add("set y2label \(ScriptText.literal(others)) \(muted)")
    } else {
      script.add("unset y2tics")
      script.add("unset y2label")
    }
    // A line between distant samples would invent a shape: marks show what was measured.
    let marks = panel.isSparse(over: canvas.width - 112) ? "points pointtype 7 pointsize 0.5" : ""
    let ownLine = "with lines\(marks) linecolor rgb '\(ChartStyle.palette[0])' linewidth 2"
    let othersLine = "with lines dashtype 2 linecolor rgb '\(ChartStyle.muted)' linewidth 1.5"
    // The app's line is first in the legend, and drawn last, so that it is on top.
    var plots = ["keyentry \(ownLine) title \(ScriptText.literal(canvas.legend(ownName)))"]
    if hasOthers {
      let name = ScriptText.literal(canvas.legend(othersName))
      plots.append("keyentry \(othersLine) title \(name)")
    }
    if !panel.others.isEmpty {
      let axes = ownScale ? "axes x1y2 " : ""
      plots.append("$\(name)_others using 1:2 \(axes)\(othersLine) notitle")
    }
    plots.append("$\(name) using 1:2 \(ownLine) notitle")
    script.add("plot \(plots.joined(separator: ", "))")
  }

  /// The end of a panel's axis, with some space above its highest point.
  private static func top(of points: [ChartPoint]) -> Double {
    let high = points.map(\.y).max() ?? 0
    return high > 0 ? high * 1.1 : 1
  }
}
