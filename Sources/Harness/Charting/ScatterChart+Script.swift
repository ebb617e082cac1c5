extension ScatterChart {
  /// Points with a little transparency, so that those on top of each other show.
  public func plot(on canvas: ChartCanvas) -> GnuplotScript {
    let all = series.flatMap(\.points)
    let legend = series.map { canvas.legend($0.name) }
    let heading = ChartHeading(self, entries: legend, on: canvas)
    var script = GnuplotScript()
    script.add(heading.commands)
    script.add("set tmargin at screen \(canvas.fromBottom(heading.bottom))")
    script.add(canvas.axisLabel("x", horizontal, length: canvas.width - 160))
    script.add(canvas.axisLabel("y", vertical, length: canvas.height - 180))
    script.add("set tics \(canvas.font(ChartStyle.smallSize)) \(canvas.ink)")
    script.add("set rmargin at screen \(canvas.across(canvas.width - 32))")
    script.add("set grid xtics")
    script.add("set xrange \(Self.range(of: all.map(\.x)))")
    script.add("set yrange \(Self.range(of: all.map(\.y)))")
    for (index, one) in series.enumerated() {
      script.addBlock("points\(index)", rows: one.points.thinned().map { [$0.x, $0.y] })
    }
    let plots = series.enumerated().map { index, one in
      let colour = ChartStyle.palette[index].replacing("#", with: "#30")
      return "$points\(index) using 1:2 with points pointtype \(ChartStyle.points[index]) "
        + "pointsize 1.4 linecolor rgb '\(colour)' title \(ScriptText.literal(legend[index]))"
    }
    script.add("plot \(plots.joined(separator: ", "))")
    return script
  }

  /// A range with some room around the points, from 0 where the points come near it.
  private static func range(of values: [Double]) -> String {
    let low = values.min() ?? 0
    let high = values.max() ?? 0
    let reach = high - low
    let room = reach > 0 ? reach * 0.06 : max(abs(high) * 0.1, 1e-9)
    let bottom = low >= 0 && low <= high * 0.25 ? 0 : low - room
    return "[\(bottom):\(high + room)]"
  }
}
