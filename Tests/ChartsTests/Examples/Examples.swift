import Charts

/// Charts to draw: the measurements of A. Bolaños Murillo's "Swift mobile platform analysis"
/// (2015), and invented ones that are hard to draw legibly.
enum Examples {
  static let stories = [
    "US1 connect", "US2 list devices", "US3A lend from list", "US3B lend by QR code",
    "US4A return from list", "US4B return by QR code", "US5 edit login", "US7 filter free",
  ]

  /// The source's value 27: means of ten runs each, with 95 % confidence intervals.
  static func peakMemory() throws -> BarChart {
    try bars(
      "Peak memory by user story", ChartAxis("peak memory", unit: "MB"),
      swift: swiftMemory, objectiveC: objectiveCMemory)
  }

  /// The source's value 28.
  static func peakCPU() throws -> BarChart {
    try bars(
      "Peak CPU by user story", ChartAxis("peak CPU", unit: "% of one CPU"),
      swift: swiftCPU, objectiveC: objectiveCCPU)
  }

  /// The source's value 29.
  static func cpuAgainstMemory() throws -> ScatterChart {
    func points(_ cpu: [(Double, Double)], _ memory: [(Double, Double)]) throws -> [ChartPoint] {
      try zip(cpu, memory).map { try ChartPoint(x: $0.0, y: $1.0) }
    }
    return try ScatterChart(
      title: "CPU against memory, a point for each user story",
      horizontal: ChartAxis("peak CPU", unit: "% of one CPU"),
      vertical: ChartAxis("peak memory", unit: "MB"),
      series: [
        PointSeries(name: "Swift", points: points(swiftCPU, swiftMemory)),
        PointSeries(name: "Objective-C", points: points(objectiveCCPU, objectiveCMemory)),
      ])
  }

  /// Nine groups with long names, and two builds that hardly differ.
  static func nearlyEqual() throws -> BarChart {
    let names = stories + ["US8 synchronise all devices with the inventory server"]
    let checked = [24.11, 25.32, 27.03, 27.91, 26.44, 28.02, 24.93, 25.13, 31.42]
    return try BarChart(
      title: "Peak memory, checked and unchecked build, 40 runs each",
      axis: ChartAxis("peak memory", unit: "MB"), groups: names,
      series: [
        ChartSeries<Bar>(
          name: "checked (-O)",
          places: checked.map { try Bar($0, low: $0 - 0.15, high: $0 + 0.15) }),
        ChartSeries<Bar>(
          name: "unchecked (-Ounchecked)",
          places: checked.map { try Bar($0 * 0.996, low: $0 * 0.99, high: $0 * 1.002) }),
      ])
  }

  /// As many series as there may be, one of them with a gap.
  static func sixBuilds() throws -> BarChart {
    let names = ["checked", "unchecked", "debug", "size", "main", "release-1.0"]
    return try BarChart(
      title: "CPU time by build", axis: ChartAxis("CPU time", unit: "ms"),
      groups: ["login", "list", "lend"],
      series: names.enumerated().map { index, name in
        ChartSeries<Bar>(
          name: name,
          places: try (0..<3).map { group in
            index == 3 && group == 1 ? nil : try Bar(Double(120 + 35 * index + 60 * group))
          })
      })
  }

  /// Eight steps, some of them very short and close to each other.
  static func timeline() throws -> TimelineChart {
    let spans: [(String, Double, Double)] = [
      ("login", 0.05, 0.9), ("list all devices", 0.9, 3.4), ("filter: mine", 3.4, 3.43),
      ("filter: available", 3.43, 3.47), ("filter: by unit", 3.47, 3.5),
      ("lend by QR code", 3.5, 5.2), ("return by QR code", 5.2, 7.8), ("log out", 7.8, 7.82),
    ]
    func samples(_ value: (Double) -> Double) throws -> [ChartPoint] {
      try (0...800).map { try ChartPoint(x: Double($0) / 100, y: value(Double($0) / 100)) }
    }
    func inside(_ time: Double, _ low: Double, _ high: Double) -> Bool {
      time >= low && time < high
    }
    return try TimelineChart(
      title: "Inventory, checked build: one run of all user stories",
      memory: TimelinePanel(
        axis: ChartAxis("memory", unit: "MB"),
        own: samples { 8 + min($0, 3.4) * 4 + (inside($0, 4, 4.6) ? 9 : 0) + ($0 > 6 ? 3 : 0) },
        others: samples { 291 + 12 * ($0 / 2 - ($0 / 2).rounded(.down)) },
        othersHaveOwnScale: true),
      cpu: TimelinePanel(
        axis: ChartAxis("CPU", unit: "% of one CPU"),
        own: samples {
          let wave = 10 * ($0 * 9 - ($0 * 9).rounded(.down))
          return inside($0, 0.9, 3.4) ? 88 + wave : inside($0, 5.2, 7.8) ? 46 + wave : 6 + wave
        },
        others: samples { 11 + 9 * ($0 * 3 - ($0 * 3).rounded(.down)) }),
      steps: spans.map { try TimelineStep(name: $0.0, start: $0.1, end: $0.2) })
  }

  /// Eight layouts of two builds; one story is moved by layout far more than by its runs.
  static func layouts() throws -> LayoutChart {
    func column(_ spread: Double, runs: Double, _ turn: Int) throws -> LayoutColumn {
      let places = [-1.2, 0.4, 0.9, -0.3, 1.3, -0.8, 0.1, -0.4]
      return try LayoutColumn(
        deviations: places.indices.map { places[($0 * 3 + turn) % 8] * spread }, runDeviation: runs)
    }
    let spreads = [(0.4, 0.9), (0.3, 0.7), (0.6, 0.8), (18.0, 0.9), (0.4, 1.4)]
    return try LayoutChart(
      title: "CPU time by layout of the code",
      note: "A point is the mean of one layout, the first at the left; a band is one standard "
        + "deviation of a layout's runs to either side",
      axis: ChartAxis("CPU time against the mean of all layouts", unit: "%"),
      groups: ["heap", "merge", "quick", "insertion", "standard library"],
      series: [
        ChartSeries<LayoutColumn>(
          name: "checked", places: spreads.map { try column($0.0, runs: $0.1, 0) }),
        ChartSeries<LayoutColumn>(
          name: "unchecked",
          places: spreads.enumerated().map { index, spread in
            index == 2 ? nil : try column(spread.0 * 0.8, runs: spread.1, index)
          }),
      ])
  }

  /// As many columns as a large scenario has.
  static func manyLayouts() throws -> LayoutChart {
    let groups = ["insertion", "selection", "quick", "merge", "heap", "standard"]
      .flatMap { name in ["100", "1000", "10000", "100000"].map { "\(name)-\($0)" } }
    let builds = ["checked", "unchecked", "exclusivity", "debug"]
    return try LayoutChart(
      title: "CPU time by layout of the code",
      axis: ChartAxis("CPU time against the mean of all layouts", unit: "%"), groups: groups,
      series: builds.enumerated().map { index, name in
        ChartSeries<LayoutColumn>(
          name: name,
          places: try groups.indices.map { group in
            let deviations = (0..<8).map { layout in
              let eighths: Int = (layout * 5 + group + index) % 8
              return 0.3 * Double(eighths - 4)
            }
            let fifths: Int = (group * 3 + index) % 5
            return try LayoutColumn(
              deviations: deviations, runDeviation: 0.25 * Double(fifths) + 0.2)
          })
      })
  }

  /// Two stories over thirty experiments, with changes close to each other and another machine.
  static func history() throws -> HistoryChart {
    let experiments = (1...30).map { ["#\($0)", "\(1_234_567 + $0 * 98_765)"] }
    func line(_ name: String, _ base: Double, from: Int = 0) throws -> ChartSeries<Bar> {
      ChartSeries<Bar>(
        name: name,
        places: try experiments.indices.map { place in
          let level = base * (place >= 18 ? 1.06 : 1) + Double(place * 7 % 5) * base * 0.002
          return place < from ? nil : try Bar(level, low: level * 0.996, high: level * 1.004)
        })
    }
    return try HistoryChart(
      title: "CPU time over experiments", note: "means with 95 % confidence intervals",
      axis: ChartAxis("CPU time", unit: "ms"), experiments: experiments, breaks: [18],
      panels: [
        HistoryPanel(
          title: "list all devices", lines: [line("checked", 10), line("unchecked", 9, from: 4)],
          markers: [
            HistoryMarker(place: 18, label: "checked +6.0 %, unchecked +6.0 %"),
            HistoryMarker(place: 20, label: "checked -0.5 %"),
            HistoryMarker(place: 22, label: "unchecked +0.4 %"),
            HistoryMarker(place: 23, label: "checked +0.6 %"),
          ]),
        HistoryPanel(title: "lend", lines: [line("checked", 4)], markers: []),
      ])
  }

  /// The source's value 30, by the weights of its table 16.
  static func guideline() throws -> ShareChart {
    let skills: [(String, Double, ShareLevel)] = [
      ("Apple's auto size feature experience", 16.13, .high),
      ("Experience as a designer or with Apple's design rules", 12.9, .high),
      ("Having released an application to the Apple Store before", 9.68, .high),
      ("Software Design Patterns knowledge", 8.06, .middle),
      ("Server connection with a mobile platform experience", 3.63, .middle),
      ("Knowledge of CPU and memory behavior in mobile devices", 1.21, .low),
    ]
    return try ShareChart(
      title: "Swift's guideline", note: "six of its 17 skills",
      axis: ChartAxis("weight", unit: "%"),
      levels: levels,
      bars: skills.map { label, share, level in
        ShareBar(label: label, bar: try Bar(share), valueText: "\(share)", level: level)
      })
  }

  /// Shares with ranges, of one level.
  static func shares() throws -> ShareChart {
    let shares: [(String, Double)] = [
      ("Peak memory", 30), ("CPU time", 24), ("Peak CPU", 20), ("Price of a phone", 16),
      ("Hours to learn", 10),
    ]
    return try ShareChart(
      title: "What counts", axis: ChartAxis("weight", unit: "%"), levels: levels,
      bars: shares.map { label, share in
        ShareBar(
          label: label, bar: try Bar(share, low: share / 2, high: share * 1.5),
          valueText: "\(share) (\(share / 2) to \(share * 1.5))", level: .middle)
      })
  }

  private static let levels: [ShareLevel: String] = [
    .high: "crucial", .middle: "important", .low: "not so important",
  ]

  /// Every example, by the name of its file.
  static func all() throws -> [(name: String, chart: any Chart)] {
    [
      ("peak-memory", try peakMemory()), ("peak-cpu", try peakCPU()),
      ("cpu-against-memory", try cpuAgainstMemory()), ("nearly-equal", try nearlyEqual()),
      ("six-builds", try sixBuilds()), ("timeline", try timeline()),
      ("layouts", try layouts()), ("many-layouts", try manyLayouts()),
      ("history", try history()), ("verdicts", try verdicts()),
      ("many-ratios", try manyRatios()), ("distributions", try distributions()),
      ("usual-distributions", try usualDistributions()),
      ("unusual-distributions", try unusualDistributions()),
      ("steps", try steps()), ("load", try load()), ("shares", try shares()),
      ("guideline", try guideline()),
    ]
  }

  private static func bars(
    _ title: String, _ axis: ChartAxis, swift: [(Double, Double)],
    objectiveC: [(Double, Double)]
  ) throws -> BarChart {
    func bars(_ values: [(Double, Double)]) throws -> [Bar?] {
      try values.map { try Bar($0.0, low: $0.0 - $0.1, high: $0.0 + $0.1) }
    }
    return try BarChart(
      title: title, note: "means of 10 runs, with 95 % confidence intervals", axis: axis,
      groups: stories,
      series: [
        ChartSeries<Bar>(name: "Swift", places: bars(swift)),
        ChartSeries<Bar>(name: "Objective-C", places: bars(objectiveC)),
      ])
  }

  // A mean and half the width of its interval, in the stories' order.
  private static let swiftMemory = [
    (4.02, 0.03), (5.33, 0.03), (7.63, 0.25), (7.93, 0.35), (7.26, 0.14),
    (7.48, 0.26), (6.63, 0.48), (6.47, 0.19),
  ]
  private static let swiftCPU = [
    (36.40, 12.52), (60.00, 6.22), (65.00, 7.78), (60.00, 6.49), (68.80, 6.38),
    (62.30, 7.75), (55.20, 8.24), (63.50, 7.44),
  ]
  private static let objectiveCMemory = [
    (3.48, 0.03), (5.75, 0.98), (8.64, 0.39), (6.66, 0.49), (9.97, 0.14),
    (6.78, 0.57), (7.81, 0.41), (8.33, 0.36),
  ]
  private static let objectiveCCPU = [
    (30.40, 18.81), (46.10, 4.28), (44.20, 3.28), (59.90, 5.73), (46.90, 4.30),
    (58.40, 4.50), (44.60, 1.62), (43.09, 2.30),
  ]
}
