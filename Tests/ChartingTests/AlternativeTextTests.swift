import Charting
import Testing

@Suite struct AlternativeTextTests {
  @Test func `a bar chart tells every figure`() throws {
    let chart = try BarChart(
      title: "Peak memory", note: "means", axis: ChartAxis("peak memory", unit: "MB"),
      groups: ["US1", "US2"],
      series: [
        BarSeries(name: "Swift", bars: [Bar(4.02, low: 3.99, high: 4.05), Bar(5.33)]),
        BarSeries(name: "Objective-C", bars: [Bar(3.48), nil]),
      ])
    #expect(
      chart.alternativeText == "Bar chart: Peak memory (means), peak memory in MB. "
        + "US1: Swift 4.02 (3.99 to 4.05), Objective-C 3.48; "
        + "US2: Swift 5.33, Objective-C not measured.")
  }

  @Test func `a bar chart of many bars tells their ranges`() throws {
    let chart = try BarChart(
      title: "t", axis: ChartAxis("time", unit: "ms"), groups: (0..<50).map(String.init),
      series: [BarSeries(name: "s", bars: (0..<50).map { try Bar(Double($0) + 0.5) })])
    #expect(
      chart.alternativeText
        == "Bar chart: t, time in ms. s: 50 groups, from 0.500 ms to 49.5 ms.")
  }

  @Test func `a layout chart tells each column's range and its runs' spread`() throws {
    let chart = try LayoutChart(
      title: "CPU time by layout", note: "n", axis: ChartAxis("CPU time", unit: "%"),
      groups: ["US1", "US2"],
      series: [
        LayoutSeries(
          name: "a",
          columns: [
            LayoutColumn(deviations: [-1.5, 3, 0], runDeviation: 0.25),
            LayoutColumn(deviations: [0.5, -0.5], runDeviation: nil),
          ]),
        LayoutSeries(name: "b", columns: [nil, LayoutColumn(deviations: [0], runDeviation: 0)]),
      ])
    #expect(
      chart.alternativeText
        == "Layout chart: CPU time by layout (n), CPU time in %. "
        + "US1: a -1.50 to 3.00 (runs ± 0.250), b not measured; "
        + "US2: a -0.500 to 0.500, b 0 to 0 (runs ± 0).")
  }

  @Test func `a layout chart of many columns tells each build's widest`() throws {
    #expect(
      try Examples.manyLayouts().alternativeText.hasPrefix(
        "Layout chart: CPU time by layout of the code, "
          + "CPU time against the mean of all layouts in %. checked: widest in insertion-100, "
          + "-1.20 to 0.900 (runs ± 0.200); unchecked: widest in "))
  }

  @Test func `a history chart tells each line's range, every change, and other machines`() throws {
    let chart = try HistoryChart(
      title: "CPU time", note: "n", axis: ChartAxis("CPU time", unit: "ms"),
      experiments: [["#1", "abc"], ["#2", "def*"]], breaks: [1],
      panels: [
        HistoryPanel(
          title: "list",
          lines: [
            BarSeries(name: "a", bars: [Bar(10, low: 9, high: 11), Bar(20)]),
            BarSeries(name: "b", bars: [nil, Bar(5)]),
          ], markers: [HistoryMarker(place: 1, label: "a +100.0 %")]),
        HistoryPanel(
          title: "lend", lines: [BarSeries(name: "a", bars: [Bar(1), Bar(1)])], markers: []),
      ])
    #expect(
      chart.alternativeText
        == "History chart: CPU time (n), CPU time in ms. "
        + "list: a 2 experiments, from 10.0 ms to 20.0 ms, b 1 experiment, from 5.00 ms to 5.00 ms, "
        + "changes: a +100.0 % at #2 def*; "
        + "lend: a 2 experiments, from 1.00 ms to 1.00 ms, no change. "
        + "Another machine or compiler from #2 def* on.")
  }

  @Test func `a scatter chart tells where its points lie`() throws {
    #expect(
      try Examples.cpuAgainstMemory().alternativeText
        == "Scatter chart: CPU against memory, a point for each user story, "
        + "peak memory in MB against peak CPU in % of one CPU. "
        + "Swift: 8 points, peak CPU 36.4 % of one CPU to 68.8 % of one CPU, "
        + "peak memory 4.02 MB to 7.93 MB; "
        + "Objective-C: 8 points, peak CPU 30.4 % of one CPU to 59.9 % of one CPU, "
        + "peak memory 3.48 MB to 9.97 MB.")
  }

  @Test func `a timeline tells its peaks and its steps`() throws {
    #expect(
      try Examples.timeline().alternativeText
        == "Timeline: Inventory, checked build: one run of all user stories, "
        + "one run of 8.00 seconds. memory of app peaks at 30.6 MB after 4.00 s. "
        + "CPU of app peaks at 97.9 % of one CPU after 1.11 s. "
        + "Steps: login, list all devices, filter: mine, filter: available, "
        + "filter: by unit, lend by QR code, return by QR code, log out.")
  }
}
