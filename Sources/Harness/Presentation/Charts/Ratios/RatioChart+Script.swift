extension RatioChart {
  /// One panel per section, each with its own axis: changes of memory are a hundred times smaller than those
  /// of times. Lines are placed by pixels on a linear axis of logarithms, because gnuplot's logarithmic axis
  /// would not accept tics in percent near 1.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = RatioLayout(self, on: canvas)
    var script = GnuplotScript()
    script.add("set multiplot")
    let entries = layout.legend.map {
      "keyentry with \($0.look) title \(ScriptText.literal($0.text))"
    }
    script.add(layout.heading.plotted(entries, on: canvas))
    for (index, panel) in layout.panels.enumerated() {
      let isLast = index == layout.panels.count - 1
      add(panel, number: index, isLast: isLast, layout, to: &script, canvas)
    }
    script.add("unset multiplot")
    return script
  }

  private func add(
    _ panel: RatioLayout.Panel, number: Int, isLast: Bool, _ layout: RatioLayout,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    script.add("unset label\nunset arrow\nunset object")
    script.add(
      canvas.rows(below: panel.top, from: layout.left, to: layout.right, length: panel.length))
    script.add("set xrange [\(panel.range.low):\(panel.range.high)]")
    script.add(tics(panel.range, length: layout.right - layout.left, canvas))
    if isLast {
      script.add(canvas.axisLabel("x", ChartAxis(axis), length: canvas.width * 0.6))
    }
    script.add(
      "set arrow from 0, graph 0 to 0, graph 1 nohead back "
        + "linecolor rgb '\(ChartStyle.muted)' linewidth 1.5")
    let title = TextMetrics.shortened(panel.title, to: canvas.width - 32, size: ChartStyle.textSize)
    let middle = panel.top - RatioLayout.headingHeight * 0.45
    script.add(canvas.screenLabel(title, at: 16, middle, "left", size: ChartStyle.textSize))
    for (row, middle) in panel.rows { add(row, middle, panel.range, layout, to: &script, canvas) }
    addBlocks(panel, number: number, to: &script)
    script.add("plot \(plots(panel, number: number, canvas).joined(separator: ", "))")
  }

  private func tics(_ range: RatioRange, length: Double, _ canvas: ChartCanvas) -> String {
    let labels = RatioTics(range, length: length).tics.map {
      "\(ScriptText.ticLabel(lines: [$0.label])) \($0.place)"
    }
    return "set xtics nomirror (\(labels.joined(separator: ", "))) norotate "
      + "\(canvas.font(ChartStyle.smallSize)) \(canvas.ink)"
  }

  private func add(
    _ row: RatioRow, _ middle: Double, _ range: RatioRange, _ layout: RatioLayout,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    addBand(row.margin, ChartStyle.span, middle, range, to: &script)
    addBand(row.floor, ChartStyle.floor, middle, range, to: &script)
    for (text, x, side) in layout.texts(of: row, on: canvas) {
      script.add(canvas.label(text, at: x, middle, side))
    }
  }

  private func addBand(
    _ band: ClosedRange<Double>?, _ colour: String, _ middle: Double, _ range: RatioRange,
    to script: inout GnuplotScript
  ) {
    guard let band else { return }
    let half = RatioLayout.rowHeight / 2
    script.add(
      "set object rectangle from \(range.place(of: band.lowerBound)),\(middle - half) "
        + "to \(range.place(of: band.upperBound)),\(middle + half) behind "
        + "fillcolor rgb '\(colour)' fillstyle solid noborder")
  }

  /// Intervals as lines with caps; ends beyond the axis have an arrowhead instead.
  private func addBlocks(_ panel: RatioLayout.Panel, number: Int, to script: inout GnuplotScript) {
    var points: [RatioMarker: [[Double]]] = [:]
    var lines: [[Double]] = []
    var cut: [[Double]] = []
    for (row, y) in panel.rows {
      guard let ratio = row.ratio else { continue }
      let x = panel.range.place(of: ratio.point)
      points[row.marker, default: []].append([x, y])
      for end in [ratio.low, ratio.high] {
        let place = panel.range.place(of: end)
        if panel.range.holds(end) {
          lines += [[x, y, place - x, 0], [place, y - 5, 0, 10]]
        } else {
          cut.append([x, y, place - x, 0])
        }
      }
    }
    for (index, marker) in RatioMarker.allCases.enumerated() {
      if let rows = points[marker] { script.addBlock("ratios\(number)_\(index)", rows: rows) }
    }
    if !lines.isEmpty { script.addBlock("intervals\(number)", rows: lines) }
    if !cut.isEmpty { script.addBlock("cut\(number)", rows: cut) }
  }

  private func plots(_ panel: RatioLayout.Panel, number: Int, _ canvas: ChartCanvas) -> [String] {
    let ink = "linecolor rgb '\(ChartStyle.ink)' linewidth 1.5 notitle"
    let rows = panel.rows.map(\.row)
    let ends = rows.compactMap(\.ratio).flatMap { [$0.low, $0.high] }.map(panel.range.holds)
    var plots: [String] = []
    if ends.contains(true) {
      plots.append("$intervals\(number) using 1:2:3:4 with vectors nohead \(ink)")
    }
    if ends.contains(false) {
      plots.append("$cut\(number) using 1:2:3:4 with vectors head filled size graph 0.02,20 \(ink)")
    }
    for (index, marker) in RatioMarker.allCases.enumerated() {
      guard rows.contains(where: { $0.marker == marker && $0.ratio != nil }) else { continue }
      plots += self.plots(of: marker, block: "$ratios\(number)_\(index)", canvas)
    }
    // A section without any known ratio keeps its lines.
    return plots.isEmpty ? ["NaN notitle"] : plots
  }

  /// Filled shapes have an outline; behind the empty circle, its interval is erased if the background is
  /// known.
  private func plots(of marker: RatioMarker, block: String, _ canvas: ChartCanvas) -> [String] {
    let shape = "\(block) using 1:2 with points pointsize 1.2 pointtype"
    let outline = marker == .open ? marker.pointType : marker.pointType - 1
    let line = "\(shape) \(outline) linecolor rgb '\(ChartStyle.ink)' linewidth 1 notitle"
    switch marker {
    case .open where canvas.format == .inlineSVG: return [line]
    case .open: return ["\(shape) 7 linecolor rgb '#ffffff' notitle", line]
    case .more, .less, .better, .worse, .same:
      return ["\(shape) \(marker.pointType) linecolor rgb '\(marker.colour)' notitle", line]
    }
  }
}
