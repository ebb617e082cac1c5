import Charts
import Statistics
import Testing

@Suite struct AlternativeTextTests {
  @Test func `a bar chart's alternative text gives every value`() throws {
    let chart = try BarChart(
      title: "Peak memory", note: "means", axis: ChartAxis("peak memory", unit: "MB"),
      groups: ["US1", "US2"],
      series: [
        ChartSeries(name: "Swift", places: [Bar(4.02, low: 3.99, high: 4.05), Bar(5.33)]),
        ChartSeries(name: "Objective-C", places: [Bar(3.48), nil]),
      ])
    #expect(
      chart.alternativeText == "Bar chart: Peak memory (means), peak memory in MB. "
        + "US1: Swift 4.020 (3.990 to 4.050), Objective-C 3.48; "
        + "US2: Swift 5.33, Objective-C not measured.")
  }

  @Test func `a long bar chart's alternative text gives ranges`() throws {
    let chart = try BarChart(
      title: "t", axis: ChartAxis("time", unit: "ms"), groups: (0..<50).map(String.init),
      series: [ChartSeries<Bar>(name: "s", places: (0..<50).map { try Bar(Double($0) + 0.5) })])
    #expect(
      chart.alternativeText
        == "Bar chart: t, time in ms. s: 50 groups, from 0.5 ms to 49.5 ms.")
  }

  @Test func `a layout chart's alternative text gives each column's range and spread of runs`()
    throws
  {
    let chart = try LayoutChart(
      title: "CPU time by layout", note: "n", axis: ChartAxis("CPU time", unit: "%"),
      groups: ["US1", "US2"],
      series: [
        ChartSeries<LayoutColumn>(
          name: "a",
          places: [
            LayoutColumn(
              deviations: [-1.5, 3, 0], runDeviation: 0.25, format: .uncertainty(0.18)),
            LayoutColumn(deviations: [0.5, -0.5], runDeviation: nil),
          ]),
        ChartSeries(name: "b", places: [nil, LayoutColumn(deviations: [0], runDeviation: 0)]),
      ])
    #expect(
      chart.alternativeText
        == "Layout chart: CPU time by layout (n), CPU time in %. "
        + "US1: a -1.50 to +3.00 % (runs ± 0.25 %), b not measured; "
        + "US2: a -0.5 to +0.5 %, b 0 to 0 % (runs ± 0 %).")
  }

  @Test func `a long layout chart's alternative text gives each build's widest column`() throws {
    #expect(
      try Examples.manyLayouts().alternativeText.hasPrefix(
        "Layout chart: CPU time by layout of the code, "
          + "CPU time against the mean of all layouts in %. checked: widest in insertion-100, "
          + "-1.2 to +0.9 % (runs ± 0.20 %); unchecked: widest in "))
  }

  @Test func `a history chart's alternative text gives ranges, changes and other machines`() throws
  {
    let chart = try HistoryChart(
      title: "CPU time", note: "n", axis: ChartAxis("CPU time", unit: "ms"),
      experiments: [["#1", "abc"], ["#2", "def*"]], breaks: [1],
      panels: [
        HistoryPanel(
          title: "list",
          lines: [
            ChartSeries(name: "a", places: [Bar(10, low: 9, high: 11), Bar(20)]),
            ChartSeries(name: "b", places: [nil, Bar(5)]),
          ], markers: [HistoryMarker(place: 1, label: "a +100.0 %")]),
        HistoryPanel(
          title: "lend", lines: [ChartSeries(name: "a", places: [Bar(1), Bar(1)])], markers: []),
      ])
    #expect(
      chart.alternativeText
        == "History chart: CPU time (n), CPU time in ms. "
        + "list: a 2 experiments, from 10.00 ms to 20 ms, b 1 experiment, from 5 ms to 5 ms, "
        + "changes: a +100.0 % at #2 def*; "
        + "lend: a 2 experiments, from 1 ms to 1 ms, no change marked. "
        + "Another machine or compiler from #2 def* on.")
  }

  @Test func `a scatter chart's alternative text gives the ranges of its points`() throws {
    #expect(
      try Examples.cpuAgainstMemory().alternativeText
        == "Scatter chart: CPU against memory, a point for each user story, "
        + "peak memory in MB against peak CPU in % of one CPU. "
        + "Swift: 8 points, peak CPU 36.4 % of one CPU to 68.8 % of one CPU, "
        + "peak memory 4.0 MB to 7.9 MB; "
        + "Objective-C: 8 points, peak CPU 30.4 % of one CPU to 59.9 % of one CPU, "
        + "peak memory 3.5 MB to 10.0 MB.")
  }

  @Test func `a load chart's alternative text gives the highest rate within the limit`() throws {
    #expect(
      try Examples.load().alternativeText
        == "Load chart: 'day': latency by rate of users (medians over runs), "
        + "latency in ms against arrivals in users/s, limit 20 ms. "
        + "checked: 18 ms at 400 users/s, capacity 400 users/s to 436 users/s; "
        + "unchecked: 19 ms at 800 users/s; broken: no run was measured to its end.")
  }

  @Test func `a timeline's alternative text gives its peaks and steps`() throws {
    #expect(
      try Examples.timeline().alternativeText
        == "Timeline: Inventory, checked build: one run of all user stories, "
        + "one run of 8 s. memory of app peaks at 30.6 MB after 4 s. "
        + "CPU of app peaks at 97.9 % of one CPU after 1.11 s. "
        + "Steps: login, list all devices, filter: mine, filter: available, "
        + "filter: by unit, lend by QR code, return by QR code, log out.")
  }

  @Test func `a ratio chart's alternative text gives every line with its verdict`() throws {
    let text = try Examples.verdicts().alternativeText
    #expect(
      text
        == "Ratio chart: unchecked against checked (Ratios with 95 % intervals), change from checked "
        + "to unchecked. CPU time: list +6.4 % (+4.1 to +8.8), regressed; "
        + "lend -7.0 % (-9.1 to -5.0), improved; return +0.2 % (-0.9 to +1.3), unchanged; "
        + "details +1.1 % (-2.5 to +400.0), inconclusive; add a device with a picture and a "
        + "description of many words no measurements on 'checked', missing. "
        + "Peak memory: list +0.4 % (+0.1 to +0.8), unchanged.")
  }

  @Test func `a long ratio chart's alternative text counts verdicts and names changes`() throws {
    let text = try Examples.manyRatios().alternativeText
    #expect(text.contains("change from checked to debug. 60 lines: 5 not shown, 55 more. "))
    #expect(text.contains("Peak memory of story 3 ×1.35, more; "))
    #expect(text.hasSuffix("; and 35 more."))
  }

  @Test func `a distribution chart's alternative text gives runs, median and range of each column`()
    throws
  {
    let chart = try DistributionChart(
      title: "t", axis: ChartAxis("CPU time", unit: "ms"), groups: ["list", "lend"],
      series: [
        ChartSeries(name: "a", places: [DistributionRuns([3, 1, 2]), DistributionRuns([5])]),
        ChartSeries(name: "b", places: [DistributionRuns([4, 6]), nil]),
      ])
    #expect(
      chart.alternativeText
        == "Distribution chart: t, CPU time in ms. "
        + "list: a 3 runs, median 2.00 ms (1.0 to 3.0), b 2 runs, median 5.0 ms (4.0 to 6.0); "
        + "lend: a 1 run, 5 ms, b not measured.")
  }

  /// By NumPy: quartiles 2, 3.5 and 4, standard deviation 1.56, of the mean 0.70.
  @Test func `a distribution chart's alternative text gives quartiles from five runs on`() throws {
    let chart = try DistributionChart(
      title: "t", axis: ChartAxis("CPU time", unit: "ms"), groups: ["list"],
      series: [
        ChartSeries(name: "a", places: [DistributionRuns([5, 1, 4, 2, 3.5])]),
        ChartSeries(name: "b", places: [DistributionRuns([7, 7, 7, 7, 7])]),
      ])
    #expect(
      chart.alternativeText
        == "Distribution chart: t, CPU time in ms. "
        + "list: a 5 runs, median 3.50 ms, quartiles 2.00 and 4.00 (1.0 to 5.0), "
        + "b 5 runs, median 7 ms, quartiles 7 and 7 (7 to 7).")
  }

  @Test func `a waterfall's alternative text gives each step's time and CPU share`() throws {
    #expect(
      try Examples.steps().alternativeText
        == "Step waterfall: Steps of lend (checked run 3, unchecked run 7), 5 steps in 2.066 s. "
        + "(login) login user=alice ×8: checked 130 ms, CPU 98 %; unchecked 120 ms, CPU 97 %. "
        + "list filter=all ×80: checked 800 ms, CPU 100 %; unchecked 700 ms, CPU 100 %. "
        + "filter state=available ×20: checked 20 ms, CPU 50 %; unchecked 20 ms, CPU 40 %. "
        + "lend comment=For the lecture on Tuesday afternoon ×600: checked 1.1 s, CPU 170 %; "
        + "unchecked 900 ms, CPU 60 %. "
        + "log out: checked 400 µs, CPU 90 %; unchecked not reached.")
  }

  @Test func `a share chart's alternative text gives every share and its importance`() throws {
    #expect(
      try Examples.shares().alternativeText.hasPrefix(
        "Share chart: What counts, weight in %. Peak memory 30.0 (15.0 to 45.0), important; "
          + "CPU time 24.0 (12.0 to 36.0), important; "))
    let many = try ShareChart(
      title: "t", axis: ChartAxis("share"), levels: [.high: "large", .low: "small"],
      bars: (1...50).map {
        ShareBar(
          label: "b\($0)", bar: try Bar(Double($0)), valueText: "\($0)",
          level: $0 > 40 ? .high : .low)
      })
    #expect(
      many.alternativeText.hasPrefix(
        "Share chart: t, share. 50 bars: 10 large, 40 small. The largest: b50 50, large; b49 49, large;"
      ))
  }
}
