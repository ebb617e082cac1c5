import Charts

/// Charts of any text.
enum HostileCharts {
  /// A chart of each kind in which the text stands wherever a text may stand.
  static func all(_ text: String) throws -> [any Chart] {
    [
      try named(text), try points(text), try run(text), try ratios(text), try runs(text),
      try steps(text), try layouts(text), try history(text), try shares(text),
      try load(text),
    ]
  }

  private static func ratios(_ text: String) throws -> RatioChart {
    let row = try RatioRow(
      label: text, ratio: RatioInterval(2, low: 1, high: 3), valueText: text, marker: .more,
      verdict: text, floor: 0.9...1.1, margin: 0.8...1.2)
    return try RatioChart(
      title: text, note: text, axis: text, floorName: text, marginName: text,
      sections: [RatioSection(text, rows: [row])])
  }

  private static func load(_ text: String) throws -> LoadChart {
    try LoadChart(
      title: text, note: text, horizontal: ChartAxis(text, unit: text),
      vertical: ChartAxis(text, unit: text), percentile: text, limit: 2,
      series: [
        LoadSeries(
          name: text, points: [LoadPoint(rate: 1, median: 1, latency: 3)], capacity: 1...2)
      ])
  }

  private static func shares(_ text: String) throws -> ShareChart {
    try ShareChart(
      title: text, note: text, axis: ChartAxis(text, unit: text), levels: [.high: text],
      bars: [ShareBar(label: text, bar: Bar(1), valueText: text, level: .high)])
  }

  private static func runs(_ text: String) throws -> DistributionChart {
    try DistributionChart(
      title: text, note: text, axis: ChartAxis(text, unit: text), groups: [text],
      series: [ChartSeries(name: text, places: [DistributionRuns([1, 2, 3])])])
  }

  private static func steps(_ text: String) throws -> StepWaterfall {
    try StepWaterfall(
      title: text, note: text, steps: [text],
      series: [ChartSeries(name: text, places: [WaterfallSpan(start: 0, end: 1, cpu: 0.5)])])
  }

  private static func layouts(_ text: String) throws -> LayoutChart {
    try LayoutChart(
      title: text, note: text, axis: ChartAxis(text), groups: [text],
      series: [
        ChartSeries(name: text, places: [LayoutColumn(deviations: [1, -1], runDeviation: 1)])
      ])
  }

  private static func history(_ text: String) throws -> HistoryChart {
    try HistoryChart(
      title: text, note: text, axis: ChartAxis(text), experiments: [[text], [text]], breaks: [1],
      panels: [
        HistoryPanel(
          title: text, lines: [ChartSeries(name: text, places: [Bar(1), Bar(2)])],
          markers: [HistoryMarker(place: 1, label: text)])
      ])
  }

  static func named(_ text: String) throws -> BarChart {
    try BarChart(
      title: text, note: text, axis: ChartAxis(text), groups: [text],
      series: [ChartSeries(name: text, places: [Bar(1)])])
  }

  private static func points(_ text: String) throws -> ScatterChart {
    try ScatterChart(
      title: text, horizontal: ChartAxis(text), vertical: ChartAxis(text, unit: text),
      series: [PointSeries(name: text, points: [ChartPoint(x: 1, y: 2)])])
  }

  private static func run(_ text: String) throws -> TimelineChart {
    let line = [try ChartPoint(x: 0, y: 1), try ChartPoint(x: 3, y: 2)]
    let panel = try TimelinePanel(
      axis: ChartAxis(text, unit: text), own: line, others: line, othersHaveOwnScale: true)
    return try TimelineChart(
      title: text, memory: panel, cpu: panel,
      steps: [TimelineStep(name: text, start: 1, end: 2)], ownName: text, othersName: text)
  }
}
