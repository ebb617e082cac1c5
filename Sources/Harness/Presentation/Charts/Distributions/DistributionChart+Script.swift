extension DistributionChart {
  /// Panels placed by pixels. Boxes and medians are drawn as lines, because gnuplot's own box plots have
  /// neither these quartiles nor dots for all values.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let layout = DistributionLayout(self, on: canvas)
    var script = GnuplotScript()
    for panel in groups.indices {
      for index in series.indices { addBlocks(of: index, in: panel, to: &script) }
    }
    script.add("set multiplot")
    script.add(layout.heading.plotted(keyEntries(layout), on: canvas))
    script.add("unset xtics")
    script.add("set xrange [-0.6:\(Double(series.count) - 0.4)]")
    let caption = TextMetrics.shortened(
      axis.caption, to: canvas.height - layout.heading.bottom, size: ChartStyle.textSize)
    let middle = (layout.heading.bottom + canvas.height) / 2
    script.add(
      "set label \(ScriptText.literal(caption)) at screen \(canvas.across(18)), "
        + "screen \(canvas.fromBottom(middle)) center rotate by 90 \(canvas.ink)")
    for panel in groups.indices {
      addPanel(panel, layout, to: &script, canvas)
      script.add("unset label")
      script.add("unset object")
    }
    script.add("unset multiplot")
    return script
  }

  /// Half of a column's share that its box and its dots fill.
  private static var half: Double { 0.3 }

  private func addBlocks(of index: Int, in panel: Int, to script: inout GnuplotScript) {
    guard let values = series[index].places[panel]?.values else { return }
    let x = Double(index)
    let dots = DotPlacement.drawn(values).map {
      [x + DotPlacement.shift($0) * Self.half * 0.9, values[$0]]
    }
    script.addBlock("dots\(panel)_\(index)", rows: dots)
    let box = BoxSummary(values)
    var lines = [[x - Self.half, box.median, 2 * Self.half, 0]]
    if values.count >= BoxSummary.fewestValues {
      lines += [
        [x, box.lowWhisker, 0, box.lowerQuartile - box.lowWhisker],
        [x, box.upperQuartile, 0, box.highWhisker - box.upperQuartile],
        [x - Self.half / 2, box.lowWhisker, Self.half, 0],
        [x - Self.half / 2, box.highWhisker, Self.half, 0],
      ]
    }
    if DotPlacement.areMany(values) {
      let height = box.upperQuartile - box.lowerQuartile
      lines += [
        [x - Self.half, box.lowerQuartile, 2 * Self.half, 0],
        [x - Self.half, box.upperQuartile, 2 * Self.half, 0],
        [x - Self.half, box.lowerQuartile, 0, height],
        [x + Self.half, box.lowerQuartile, 0, height],
      ]
    }
    script.addBlock("lines\(panel)_\(index)", rows: lines)
  }

  private func addPanel(
    _ panel: Int, _ layout: DistributionLayout, to script: inout GnuplotScript,
    _ canvas: ChartCanvas
  ) {
    let across = layout.across(panel)
    let down = layout.down(panel)
    let length = down.upperBound - down.lowerBound
    let scale = DistributionScale(self, panel: panel, length: length)
    let small = canvas.font(ChartStyle.smallSize)
    script.add(canvas.sides(from: across.lowerBound, to: across.upperBound))
    script.add(canvas.height(from: down.lowerBound, to: down.upperBound))
    script.add("set yrange [\(scale.low):\(scale.high)]")
    script.add("\(scale.isLogarithmic ? "set" : "unset") logscale y")
    script.add("set ytics nomirror \(scale.tics) \(small) \(canvas.ink)")
    let name = TextMetrics.shortened(
      groups[panel] + (scale.isLogarithmic ? " (logarithmic)" : ""),
      to: across.upperBound - across.lowerBound, size: ChartStyle.smallSize)
    let middle = down.lowerBound - DistributionLayout.titleHeight / 2
    script.add(canvas.screenLabel(name, at: across.lowerBound, middle, "left"))
    for (index, one) in series.enumerated() {
      if let values = one.places[panel]?.values {
        addBox(values, at: Double(index), to: &script)
      } else {
        script.add(
          "set label 'n/a' at \(index), graph 0.5 center rotate by 90 \(small) \(canvas.ink)")
      }
    }
    script.add("plot \(plots(of: panel).joined(separator: ", "))")
  }

  private func addBox(_ values: [Double], at x: Double, to script: inout GnuplotScript) {
    guard values.count >= BoxSummary.fewestValues else { return }
    let box = BoxSummary(values)
    script.add(
      "set object rectangle from \(x - Self.half),\(box.lowerQuartile) "
        + "to \(x + Self.half),\(box.upperQuartile) behind fillcolor rgb '\(ChartStyle.band)' "
        + "fillstyle solid border rgb '\(ChartStyle.muted)'")
  }

  private func keyEntries(_ layout: DistributionLayout) -> [String] {
    layout.legend.enumerated().map { index, name in
      "keyentry with points pointtype \(ChartStyle.points[index]) pointsize 1 "
        + "linecolor rgb '\(ChartStyle.palette[index])' title \(ScriptText.literal(name))"
    }
  }

  private func plots(of panel: Int) -> [String] {
    var plots: [String] = []
    for (index, one) in series.enumerated() {
      guard let runs = one.places[panel] else { continue }
      let (size, alpha) = DotPlacement.areMany(runs.values) ? (0.4, "#50") : (0.6, "#30")
      let colour = ChartStyle.palette[index].replacing("#", with: alpha)
      plots.append(
        "$dots\(panel)_\(index) using 1:2 with points pointtype \(ChartStyle.points[index]) "
          + "pointsize \(size) linecolor rgb '\(colour)' notitle")
      plots.append(
        "$lines\(panel)_\(index) using 1:2:3:4 with vectors nohead "
          + "linecolor rgb '\(ChartStyle.ink)' linewidth 1.5 notitle")
    }
    return plots.isEmpty ? ["NaN notitle"] : plots
  }
}
