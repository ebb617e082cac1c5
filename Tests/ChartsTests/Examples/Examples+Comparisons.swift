import Charts

extension Examples {
  /// Verdicts of every kind, an interval without end, bands of two gates, and a cell without
  /// measurements.
  static func verdicts() throws -> RatioChart {
    func row(
      _ label: String, _ change: (Double, Double, Double), _ marker: RatioMarker,
      _ verdict: String, allowed: Double = 0.005
    ) throws -> RatioRow {
      func valueText(_ value: Double) -> String { "\(value > 0 ? "+" : "")\(value)" }
      return try RatioRow(
        label: label,
        ratio: RatioInterval(
          1 + change.0 / 100, low: 1 + change.1 / 100, high: 1 + change.2 / 100),
        valueText: "\(valueText(change.0)) % (\(valueText(change.1)) to \(valueText(change.2)))",
        marker: marker, verdict: verdict, floor: 1 / 1.005...1 + allowed,
        margin: 1 / 1.02...1.02)
    }
    return try RatioChart(
      title: "unchecked against checked", note: "Ratios with 95 % intervals",
      axis: "change from checked to unchecked", floorName: "noise floor",
      marginName: "unchanged within",
      sections: [
        RatioSection(
          "CPU time",
          rows: [
            row("list", (6.4, 4.1, 8.8), .more, "regressed"),
            row("lend", (-7.0, -9.1, -5.0), .less, "improved"),
            row("return", (0.2, -0.9, 1.3), .same, "unchanged"),
            row("details", (1.1, -2.5, 400), .open, "inconclusive"),
            RatioRow(
              label: "add a device with a picture and a description of many words", ratio: nil,
              valueText: "no measurements on 'checked'", marker: .open, verdict: "missing"),
          ]),
        RatioSection(
          "Peak memory",
          rows: [row("list", (0.4, 0.1, 0.8), .same, "unchanged", allowed: 0.01)]),
      ])
  }

  /// A debug build far from the others, and more lines than a screen has.
  static func manyRatios() throws -> RatioChart {
    try RatioChart(
      title: "debug against checked", axis: "change from checked to debug",
      sections: ["Peak memory", "CPU time", "Wall time"].enumerated().map { section, name in
        RatioSection(
          name,
          rows: try (0..<20).map { index in
            let point = 0.6 + Double(index * (section * 7 + 1)) * 0.25
            return try RatioRow(
              label: "story \(index)",
              ratio: RatioInterval(point, low: point * 0.9, high: point * 1.12),
              valueText: "×\(point)", marker: point > 1.1 ? .more : .open,
              verdict: point > 1.1 ? "more" : "not shown", floor: 1 / 1.005...1.005)
          })
      })
  }

  /// Stories a thousandfold apart, one with a build that is far slower, and one with few runs.
  static func distributions() throws -> DistributionChart {
    func runs(_ base: Double, _ count: Int, _ turn: Int) throws -> DistributionRuns {
      let values = (0..<count).map { run -> Double in
        let noise = Double((run * 7 + turn) % 11) * 0.003
        return base * (1 + noise + (run == 4 ? 0.05 : 0))
      }
      return try DistributionRuns(values)
    }
    return try DistributionChart(
      title: "CPU time of every run", note: "A dot is one run",
      axis: ChartAxis("CPU time", unit: "ms"),
      groups: [
        "login", "list all devices", "lend", "add a device with a very long name", "filter",
      ],
      series: [
        ChartSeries<DistributionRuns>(
          name: "checked",
          places: [
            runs(0.4, 40, 0), runs(312, 40, 3), runs(20, 4, 1), runs(41, 1, 0), runs(7, 600, 2),
          ]),
        ChartSeries<DistributionRuns>(
          name: "unchecked",
          places: [runs(0.39, 40, 5), runs(311, 40, 1), runs(19, 5, 2), nil, runs(7.1, 600, 4)]),
        ChartSeries<DistributionRuns>(
          name: "debug",
          places: [runs(4.1, 40, 2), runs(330, 40, 2), runs(22, 5, 3), runs(41, 1, 3), nil]),
      ])
  }

  /// What a scenario of eleven stories has after ten rounds.
  static func usualDistributions() throws -> DistributionChart {
    let stories = [
      "connect", "list", "lend-list", "lend-code", "return-list", "return-code", "edit-login",
      "filter-free", "filter-mine", "search", "synchronise",
    ]
    func runs(_ story: Int, _ turn: Int) throws -> DistributionRuns {
      let base = [0.9, 12, 3.1, 45, 3.3, 44, 1.7, 6.5, 6.4, 22, 310][story]
      var values: [Double] = []
      for run in 0..<10 {
        let rank = Double((run * 7 + story * 3 + turn) % 10) / 10
        values.append(base * (1 + 0.03 * rank * rank + 0.008 * Double(turn)))
      }
      return try DistributionRuns(values)
    }
    return try DistributionChart(
      title: "CPU time of every run", note: "The inventory. Each dot is one run",
      axis: ChartAxis("CPU time", unit: "ms"), groups: stories,
      series: try ["checked", "unchecked"].enumerated().map { turn, name in
        ChartSeries<DistributionRuns>(
          name: name, places: try stories.indices.map { try runs($0, turn) })
      })
  }

  /// Columns that are hard to draw: a thousand runs, equal values, one far outlier, few runs.
  static func unusualDistributions() throws -> DistributionChart {
    // Dense in the middle, with tails: the cube of equal steps beside the steps themselves.
    func noise(_ count: Int, _ width: Double) throws -> DistributionRuns {
      var values: [Double] = []
      for run in 0..<count {
        let place = Double(run * 389 % count) + 0.5
        let step: Double = place / Double(count) * 2 - 1
        let square = step * step
        values.append(100 + width * step * (1 + 3 * square * square))
      }
      return try DistributionRuns(values)
    }
    func outlier(_ count: Int) throws -> DistributionRuns {
      var values = (0..<count).map { run -> Double in 100 + Double(run * 7 % 10) / 5 }
      values[3] = 160
      return try DistributionRuns(values)
    }
    func equal(_ count: Int) throws -> DistributionRuns {
      try DistributionRuns(Array(repeating: 4.194304, count: count))
    }
    return try DistributionChart(
      title: "Peak memory of every run", note: "Each dot is one run",
      axis: ChartAxis("peak memory", unit: "MB"),
      groups: ["1000 runs", "all equal", "one outlier", "4 and 5 runs"],
      series: [
        ChartSeries<DistributionRuns>(
          name: "a", places: [noise(1000, 2), equal(10), outlier(10), noise(4, 2)]),
        ChartSeries<DistributionRuns>(
          name: "b", places: [noise(1000, 3), equal(1000), outlier(100), noise(5, 2)]),
      ])
  }

  /// Steps of very different lengths on two builds, one of which did not come to the last.
  static func steps() throws -> StepWaterfall {
    let names = [
      "(login) login user=alice ×8", "list filter=all ×80", "filter state=available ×20",
      "lend comment=For the lecture on Tuesday afternoon ×600", "log out",
    ]
    func spans(_ lengths: [(Double, Double)]) throws -> [WaterfallSpan?] {
      var start = 0.0
      return try lengths.map { wall, share in
        defer { start += wall + 0.004 }
        return try WaterfallSpan(start: start, end: start + wall, cpu: wall * share)
      }
    }
    return try StepWaterfall(
      title: "Steps of lend", note: "checked run 3, unchecked run 7",
      steps: names,
      series: [
        ChartSeries<WaterfallSpan>(
          name: "checked",
          places: spans([(0.13, 0.98), (0.8, 1), (0.02, 0.5), (1.1, 1.7), (0.0004, 0.9)])),
        ChartSeries<WaterfallSpan>(
          name: "unchecked",
          places: spans([(0.12, 0.97), (0.7, 1), (0.02, 0.4), (0.9, 0.6)]) + [nil]),
      ])
  }

  /// Two servers, one of which serves half as many users, and one of which nothing is known.
  static func load() throws -> LoadChart {
    func points(_ latencies: [(Double, Double, Double)]) throws -> [LoadPoint] {
      try latencies.map { try LoadPoint(rate: $0.0, median: $0.1, latency: $0.2) }
    }
    return try LoadChart(
      title: "'day': latency by rate of users", note: "medians over runs",
      horizontal: ChartAxis("arrivals", unit: "users/s"),
      vertical: ChartAxis("latency", unit: "ms"), percentile: "p99", limit: 20,
      series: [
        LoadSeries(
          name: "checked",
          points: points([(800, 60, 240), (200, 1.1, 4), (400, 1.5, 18), (436, 2, 25)]),
          capacity: 400...436),
        LoadSeries(
          name: "unchecked", points: points([(200, 0.8, 3), (400, 0.9, 5), (800, 1.4, 19)]),
          capacity: nil),
        LoadSeries(name: "broken", points: [], capacity: nil),
      ])
  }
}
