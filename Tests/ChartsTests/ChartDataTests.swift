import Charts
import Testing

@Suite struct ChartDataTests {
  private let axis = ChartAxis("peak memory", unit: "MB")

  @Test func `charts without data are refused`() throws {
    #expect(throws: ChartError.noData("bar chart \"t\"")) {
      try BarChart(title: "t", axis: axis, groups: [], series: [])
    }
    #expect(throws: ChartError.noData("bar chart \"t\"")) {
      try BarChart(
        title: "t", axis: axis, groups: ["a"], series: [ChartSeries(name: "s", places: [nil])])
    }
    #expect(throws: ChartError.noData("scatter chart \"t\"")) {
      try ScatterChart(title: "t", horizontal: axis, vertical: axis, series: [])
    }
    #expect(throws: ChartError.noData("load chart \"t\"")) {
      try LoadChart(
        title: "t", horizontal: axis, vertical: axis, percentile: "p99", limit: 1,
        series: [LoadSeries(name: "s", points: [], capacity: nil)])
    }
    #expect(throws: ChartError.notPositive("a median", 0)) {
      try LoadPoint(rate: 1, median: 0, latency: 1)
    }
    #expect(throws: ChartError.noData("series \"s\"")) {
      try PointSeries(name: "s", points: [])
    }
    #expect(throws: ChartError.noData("timeline of peak memory")) {
      try TimelinePanel(axis: axis, own: [])
    }
    #expect(throws: ChartError.noData("layout chart \"t\"")) {
      try LayoutChart(
        title: "t", axis: axis, groups: ["a"], series: [ChartSeries(name: "s", places: [nil])])
    }
    #expect(throws: ChartError.noData("a column of layouts")) {
      try LayoutColumn(deviations: [], runDeviation: 1)
    }
    let panel = try TimelinePanel(axis: axis, own: [ChartPoint(x: 0, y: 1)])
    #expect(throws: ChartError.noData("timeline \"t\"")) {
      try TimelineChart(title: "t", memory: panel, cpu: panel, steps: [])
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `numbers that are not finite are refused`(_ value: Double) throws {
    #expect(throws: ChartError.self) { try ChartPoint(x: value, y: 0) }
    #expect(throws: ChartError.self) { try ChartPoint(x: 0, y: value) }
    #expect(throws: ChartError.self) { try Bar(value) }
    #expect(throws: ChartError.self) { try Bar(1, low: value, high: 2) }
    #expect(throws: ChartError.self) { try Bar(1, low: 0, high: value) }
    #expect(throws: ChartError.self) { try LayoutColumn(deviations: [value], runDeviation: 1) }
    #expect(throws: ChartError.self) { try LayoutColumn(deviations: [1], runDeviation: value) }
    #expect(throws: ChartError.self) { try TimelineStep(name: "s", start: value, end: 1) }
    #expect(throws: ChartError.self) { try TimelineStep(name: "s", start: 0, end: value) }
  }

  @Test func `a history chart refuses data that it can't show`() throws {
    func chart(_ experiments: Int, _ lines: [[ChartSeries<Bar>]]) throws -> HistoryChart {
      try HistoryChart(
        title: "t", axis: axis, experiments: Array(repeating: ["#"], count: experiments),
        breaks: [], panels: lines.map { HistoryPanel(title: "p", lines: $0, markers: []) })
    }
    func line(_ name: String) throws -> ChartSeries<Bar> {
      ChartSeries(name: name, places: [try Bar(1)])
    }
    #expect(throws: ChartError.noData("history chart \"t\"")) { try chart(1, []) }
    #expect(throws: ChartError.noData("history chart \"t\"")) { try chart(0, [[]]) }
    #expect(throws: ChartError.noData("panel \"p\"")) { try chart(1, [[]]) }
    #expect(throws: ChartError.countMismatch(series: "s", expected: 2, found: 1)) {
      try chart(2, [[line("s")]])
    }
    #expect(throws: ChartError.tooManySeries(found: 7, limit: 6)) {
      try chart(1, (0..<7).map { [try line("\($0)")] })
    }
    #expect(try chart(1, [[line("s")]]).size() == .standard)
    #expect(try chart(1, Array(repeating: [line("s")], count: 10)).size().height == 2250)
    #expect(throws: ChartError.sizeOutOfRange(width: 960, height: 21_150)) {
      try chart(1, Array(repeating: [line("s")], count: 100)).size()
    }
  }

  @Test func `impossible bars, intervals and sizes are refused`() throws {
    #expect(throws: ChartError.negative("a bar", -1)) { try Bar(-1) }
    #expect(throws: ChartError.intervalReversed(low: 2, high: 1)) {
      try Bar(1, low: 2, high: 1)
    }
    #expect(throws: ChartError.countMismatch(series: "s", expected: 2, found: 1)) {
      try BarChart(
        title: "t", axis: axis, groups: ["a", "b"],
        series: [ChartSeries(name: "s", places: [Bar(1)])])
    }
    #expect(throws: ChartError.negative("a standard deviation", -1)) {
      try LayoutColumn(deviations: [1], runDeviation: -1)
    }
    #expect(throws: ChartError.countMismatch(series: "s", expected: 1, found: 0)) {
      try LayoutChart(
        title: "t", axis: axis, groups: ["a"], series: [ChartSeries(name: "s", places: [])])
    }
    #expect(throws: ChartError.tooManySeries(found: 7, limit: 6)) {
      let one = try PointSeries(name: "s", points: [ChartPoint(x: 0, y: 0)])
      return try ScatterChart(
        title: "t", horizontal: axis, vertical: axis, series: Array(repeating: one, count: 7))
    }
    #expect(throws: ChartError.timeGoesBack(series: "peak memory", from: 2, to: 1)) {
      try TimelinePanel(axis: axis, own: [ChartPoint(x: 2, y: 0), ChartPoint(x: 1, y: 0)])
    }
    #expect(throws: ChartError.stepReversed(name: "s", start: 2, end: 1)) {
      try TimelineStep(name: "s", start: 2, end: 1)
    }
    #expect(throws: ChartError.sizeOutOfRange(width: 10, height: 10)) {
      try ChartSize(width: 10, height: 10)
    }
  }

  @Test func `ratios, runs and steps that can't be drawn are refused`() throws {
    #expect(throws: ChartError.noData("ratio chart \"t\"")) {
      let row = try RatioRow(label: "l", ratio: nil, valueText: "f", marker: .open, verdict: "v")
      return try RatioChart(title: "t", axis: "a", sections: [RatioSection("s", rows: [row])])
    }
    #expect(throws: ChartError.notPositive("a ratio", 0)) {
      try RatioInterval(0, low: 0, high: 1)
    }
    #expect(throws: ChartError.intervalReversed(low: 2, high: 3)) {
      try RatioInterval(1, low: 2, high: 3)
    }
    #expect(throws: ChartError.notPositive("a band's low end", 0)) {
      try RatioRow(
        label: "l", ratio: nil, valueText: "f", marker: .open, verdict: "v", floor: 0...1)
    }
    #expect(try RatioInterval(1, low: -0.5, high: .infinity).low == 0)
    #expect(throws: ChartError.noData("a distribution")) { try DistributionRuns([]) }
    #expect(throws: ChartError.notFinite("a run's value", .infinity)) {
      try DistributionRuns([1, .infinity])
    }
    #expect(throws: ChartError.noData("distribution chart \"t\"")) {
      try DistributionChart(
        title: "t", axis: axis, groups: ["g"], series: [ChartSeries(name: "s", places: [nil])])
    }
    #expect(throws: ChartError.noData("step waterfall \"t\"")) {
      try StepWaterfall(
        title: "t", steps: ["s"],
        series: [ChartSeries(name: "s", places: [WaterfallSpan(start: 0, end: 0, cpu: 0)])])
    }
    #expect(throws: ChartError.negative("CPU time", -1)) {
      try WaterfallSpan(start: 0, end: 1, cpu: -1)
    }
    #expect(throws: ChartError.self) { try WaterfallSpan(start: 2, end: 1, cpu: 0) }
  }

  @Test func `the errors name the value that can't be drawn`() {
    #expect(
      ChartError.countMismatch(series: "checked", expected: 2, found: 1).description
        == "series \"checked\" has 1 bars for 2 groups")
    #expect(
      ChartError.notFinite("a bar", .infinity).description
        == "a bar is inf, and only finite numbers can be drawn")
  }
}
