extension RatioChart {
  /// Lines placed by pixels, the axis being a plain one of logarithms: gnuplot's own would not
  /// take tics in percent near 1.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = RatioLayout(self, on: canvas)
    let range = RatioRange(rows)
    var script = GnuplotScript()
    script.add("set multiplot")
    script.add(layout.heading.plotted(layout.legend.map(keyEntry), on: canvas))
    script.add(
      canvas.rows(
        below: layout.heading, from: layout.left, to: layout.right, length: layout.length))
    script.add("set xrange [\(range.low):\(range.high)]")
    script.add(tics(range, length: layout.right - layout.left, canvas))
    script.add(canvas.axisLabel("x", ChartAxis(axis), length: canvas.width * 0.6))
    script.add(
      "set arrow from 0, graph 0 to 0, graph 1 nohead back "
        + "linecolor rgb '\(ChartStyle.muted)' linewidth 1.5")
    for place in layout.places { add(place, layout, range, to: &script, canvas) }
    addBlocks(layout, range, to: &script)
    script.add("plot \(plots(range, canvas).joined(separator: ", "))")
    script.add("unset multiplot")
    return script
  }

  private func tics(_ range: RatioRange, length: Double, _ canvas: ChartCanvas) -> String {
    let labels = RatioTics(range, length: length).tics.map {
      "\(ScriptText.ticLabel(lines: [$0.label])) \($0.place)"
    }
    return "set xtics nomirror (\(labels.joined(separator: ", "))) norotate "
      + "\(canvas.font(ChartStyle.smallSize)) \(canvas.ink)"
  }

  private func add(
    _ place: RatioLayout.Place, _ layout: RatioLayout, _ range: RatioRange,
    to script: inout GnuplotScript, _ canvas: ChartCanvas
  ) {
    func write(_ text: String, at x: Double, _ y: Double, _ side: String, _ size: Double) {
      script.add(
        "set label \(ScriptText.literal(text)) at screen \(canvas.across(x)), first \(y) \(side) "
          + "\(canvas.font(size)) \(canvas.ink)")
    }
    switch place {
    case .heading(let title, let middle):
      let text = TextMetrics.shortened(
        title, to: canvas.width - 32, size: ChartStyle.textSize)
      write(text, at: 16, middle, "left", ChartStyle.textSize)
    case .row(let row, let middle):
      addBand(row.margin, ChartStyle.span, middle, range, to: &script)
      addBand(row.floor, ChartStyle.floor, middle, range, to: &script)
      write(layout.label(row), at: layout.left - 14, middle, "right", ChartStyle.smallSize)
      write(layout.figure(row), at: layout.figures, middle, "right", ChartStyle.smallSize)
      write(
        layout.verdict(row, on: canvas), at: layout.verdicts, middle, "left",
        ChartStyle.smallSize)
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

  /// Intervals as lines with caps; ends beyond the axis have an arrow's head instead of a cap.
  private func addBlocks(
    _ layout: RatioLayout, _ range: RatioRange, to script: inout GnuplotScript
  ) {
    var points: [RatioMarker: [[Double]]] = [:]
    var lines: [[Double]] = []
    var cut: [[Double]] = []
    for case .row(let row, let y) in layout.places {
      guard let ratio = row.ratio else { continue }
      let x = range.place(of: ratio.point)
      points[row.marker, default: []].append([x, y])
      for end in [ratio.low, ratio.high] {
        let place = range.place(of: end)
        if range.holds(end) {
          lines += [[x, y, place - x, 0], [place, y - 5, 0, 10]]
        } else {
          cut.append([x, y, place - x, 0])
        }
      }
    }
    for (index, marker) in RatioMarker.allCases.enumerated() {
      if let rows = points[marker] { script.addBlock("ratios\(index)", rows: rows) }
    }
    if !lines.isEmpty { script.addBlock("intervals", rows: lines) }
    if !cut.isEmpty { script.addBlock("cut", rows: cut) }
  }

  private func plots(_ range: RatioRange, _ canvas: ChartCanvas) -> [String] {
    let ink = "linecolor rgb '\(ChartStyle.ink)' linewidth 1.5 notitle"
    let ratios = rows.compactMap(\.ratio)
    let ends = ratios.flatMap { [$0.low, $0.high] }.map(range.holds)
    var plots: [String] = []
    if ends.contains(true) {
      plots.append("$intervals using 1:2:3:4 with vectors nohead \(ink)")
    }
    if ends.contains(false) {
      plots.append("$cut using 1:2:3:4 with vectors head filled size graph 0.02,20 \(ink)")
    }
    for (index, marker) in RatioMarker.allCases.enumerated() {
      guard rows.contains(where: { $0.marker == marker && $0.ratio != nil }) else { continue }
      plots += self.plots(of: marker, block: "$ratios\(index)", canvas)
    }
    return plots
  }

  /// Filled shapes have an outline; behind the empty circle its interval is wiped away where the
  /// background is known.
  private func plots(of marker: RatioMarker, block: String, _ canvas: ChartCanvas) -> [String] {
    let shape = "\(block) using 1:2 with points pointsize 1.2 pointtype"
    let outline = marker == .open ? marker.pointType : marker.pointType - 1
    let line = "\(shape) \(outline) linecolor rgb '\(ChartStyle.ink)' linewidth 1 notitle"
    switch marker {
    case .open where canvas.format == .inlineSVG: return [line]
    case .open: return ["\(shape) 7 linecolor rgb '#ffffff' notitle", line]
    case .more, .less, .same:
      return ["\(shape) \(marker.pointType) linecolor rgb '\(marker.colour)' notitle", line]
    }
  }

  private func keyEntry(_ entry: RatioLegend.Entry) -> String {
    let title = "title \(ScriptText.literal(entry.text))"
    return switch entry.sample {
    case .marker(let marker):
      "keyentry with points pointtype \(marker.pointType) pointsize 1.2 "
        + "linecolor rgb '\(marker.colour)' \(title)"
    case .band(let colour):
      "keyentry with boxes fillstyle solid noborder linecolor rgb '\(colour)' \(title)"
    }
  }
}
