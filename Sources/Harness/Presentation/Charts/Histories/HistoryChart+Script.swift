extension HistoryChart {
  /// Panels over one axis of experiments, placed by pixels so that their places align.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = HistoryLayout(self, on: canvas)
    let small = canvas.font(ChartStyle.smallSize)
    var script = GnuplotScript()
    for (panel, one) in panels.enumerated() { addBlocks(of: one, panel, to: &script) }
    script.add("set multiplot")
    script.add(canvas.sides(from: layout.left, to: layout.right))
    script.add("set xrange [-0.5:\(Double(experiments.count) - 0.5)]")
    script.add(layout.heading.commands)
    for index in panels.indices {
      if index == 1 { script.add("unset key") }
      let isLast = index == panels.count - 1
      script.add(isLast ? tics(layout, small, canvas) : "set xtics format '' scale 0")
      addPanel(index, layout, to: &script, canvas)
      script.add("unset label")
      script.add("unset arrow")
    }
    script.add("unset multiplot")
    return script
  }

  private func tics(_ layout: HistoryLayout, _ small: String, _ canvas: ChartCanvas) -> String {
    let labels = stride(from: 0, to: experiments.count, by: layout.labelStep).map {
      "\(ScriptText.ticLabel(lines: layout.experiments[$0])) \($0)"
    }
    return "set xtics (\(labels.joined(separator: ", "))) norotate scale 0.4 \(small) \(canvas.ink)"
  }

  /// Lines of one experiment are slightly shifted, so that intervals don't cover each other.
  private func addBlocks(of panel: HistoryPanel, _ index: Int, to script: inout GnuplotScript) {
    let names = self.names
    for line in panel.lines {
      let series = names.firstIndex(of: line.name) ?? 0
      let shift = (Double(series) - Double(names.count - 1) / 2) * 0.08
      let rows = line.places.enumerated().compactMap { place, bar in
        bar.map {
          [
            Double(place) + shift, $0.value, $0.interval?.lowerBound ?? $0.value,
            $0.interval?.upperBound ?? $0.value,
          ]
        }
      }
      if !rows.isEmpty { script.addBlock("line\(index)_\(series)", rows: rows) }
    }
  }

  private func addPanel(
    _ index: Int, _ layout: HistoryLayout, to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    let panel = panels[index]
    let labels = HistoryLabels(panel.markers, room: layout.left...layout.right) {
      layout.line(before: $0)
    }
    let place = layout.data(ofPanel: index, rows: labels.rows)
    let length = place.upperBound - place.lowerBound
    let small = canvas.font(ChartStyle.smallSize)
    script.add(canvas.height(from: place.lowerBound, to: place.upperBound))
    script.add(canvas.axisLabel("y", axis, length: length + 40))
    let (low, high) = Self.range(of: panel)
    script.add("set yrange [\(low):\(high)]")
    script.add("set ytics \(TicStep.covering(high - low, length: length)) \(small) \(canvas.ink)")
    addTitle(
      panel, omitted: labels.omitted, layout.top(ofPanel: index), layout, to: &script, canvas)
    addMarkers(panel, labels, place.lowerBound, to: &script, canvas)
    script.add("plot \(plots(of: index, layout).joined(separator: ", "))")
  }

  private func addTitle(
    _ panel: HistoryPanel, omitted: Int, _ top: Double, _ layout: HistoryLayout,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    let rest = omitted == 0 ? "" : " (\(omitted) of \(panel.markers.count) changes without label)"
    let text = TextMetrics.shortened(
      panel.title + rest, to: layout.right - layout.left, size: ChartStyle.textSize)
    script.add(
      canvas.screenLabel(
        text, at: layout.left, top + HistoryLayout.titleHeight / 2, "left",
        size: ChartStyle.textSize))
  }

  private func addMarkers(
    _ panel: HistoryPanel, _ labels: HistoryLabels, _ dataTop: Double,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    let lines =
      breaks.map { ($0, Self.breakLine) } + panel.markers.map { ($0.place, Self.changeLine) }
    for (place, look) in lines {
      let x = Double(place) - 0.5
      script.add("set arrow from \(x), graph 0 to \(x), graph 1 nohead back \(look)")
    }
    for label in labels.placed {
      let y = dataTop - (Double(label.row) + 0.5) * HistoryLabels.rowHeight
      script.add(canvas.screenLabel(label.text, at: label.middle, y, "center"))
    }
  }

  private static var changeLine: String { "linecolor rgb '\(ChartStyle.ink)' linewidth 1.5" }
  /// Wide enough to show on both sides of a change at the same place.
  private static var breakLine: String {
    "linecolor rgb '\(ChartStyle.muted)' linewidth 5 dashtype 3"
  }

  /// Lines below, intervals and points above; the legend only in the first panel.
  private func plots(of index: Int, _ layout: HistoryLayout) -> [String] {
    var plots: [String] = []
    for (series, name) in layout.legend.enumerated() {
      let colour = "linecolor rgb '\(ChartStyle.palette[series])'"
      let points = "pointtype \(ChartStyle.points[series]) pointsize 0.8"
      let style = "\(colour) linewidth 1.5 dashtype \(series + 1) \(points)"
      plots.append("keyentry with linespoints \(style) title \(ScriptText.literal(name))")
      let isThere = panels[index].lines.contains {
        $0.name == names[series] && $0.places.contains { $0 != nil }
      }
      guard isThere else { continue }
      let block = "$line\(index)_\(series)"
      plots.append(
        "\(block) using 1:2 with lines \(colour) linewidth 1.5 dashtype \(series + 1) notitle")
      plots.append("\(block) using 1:2:3:4 with yerrorbars \(colour) linewidth 1 \(points) notitle")
    }
    plots.append("keyentry with lines \(Self.changeLine) title 'change'")
    if !breaks.isEmpty {
      plots.append("keyentry with lines \(Self.breakLine) title 'another machine or compiler'")
    }
    return plots
  }

  /// From the lowest interval to the highest, with some space.
  private static func range(of panel: HistoryPanel) -> (low: Double, high: Double) {
    let bars = panel.lines.flatMap(\.places).compactMap(\.self)
    let low = bars.map { $0.interval?.lowerBound ?? $0.value }.min() ?? 0
    let high = bars.map { $0.interval?.upperBound ?? $0.value }.max() ?? 0
    let room = high > low ? (high - low) * 0.08 : max(abs(high) * 0.1, 1e-9)
    return (low >= 0 ? max(0, low - room) : low - room, high + room)
  }
}
