import Analysis
import DriverProtocol
import Metrics
import Recording
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct ConcreteTableTests {
  /// Two stories on two builds, three rounds; unchecked takes 10 % less CPU time in each.
  private func analysis(source: Experiment.Source = .replay) -> ExperimentAnalysis {
    var runs: [Run] = []
    for round in 1...3 {
      for (story, base) in [("list", 100.0), ("lend", 40.0)] {
        let time = (base + Double(round)) * 1e6
        runs.append(Replay.run(story, on: "checked", round: round, [.cpuTime: time]))
        runs.append(Replay.run(story, on: "unchecked", round: round, [.cpuTime: time * 0.9]))
      }
    }
    return ExperimentAnalysis(
      Replay.experiment(stories: ["list", "lend"], rounds: 3, source: source), runs: runs)
  }

  private func text(_ table: Table) -> String { TextTableRenderer().rendered(table) }

  @Test func `a comparison shows both means, the ratio and its interval, and all stories`() throws {
    let comparison = Comparison(analysis(), baseline: "checked", candidate: "unchecked")
    let found = text(try .comparison(comparison, metrics: [.cpuTime]))
    expectSnapshot(
      found, named: "comparison",
      stating: "list          102.00      91.80    0.9   0.9  0.9  0.25  3",
      "lend           42.00      37.80    0.9   0.9  0.9  0.25  3",
      "all stories                        0.9   0.9  0.9  0.25  3", "95 % interval", "all 3 ratios",
      "5 %", "0.5 %", "Fewer than 6 pairs")
  }

  @Test func `published ratios are shown next to the measured ones, but published times are not`()
    throws
  {
    var experiment = Replay.experiment(stories: ["list", "lend"], rounds: 3)
    experiment.published = [
      PublishedRatios(
        title: "a book", here: .init(metric: .cpuTime, build: "unchecked", over: "checked"),
        there: [
          .init(
            title: "Then", pair: .init(metric: .wallTime, build: "a", over: "b"),
            ratios: ["list": 1176.79])
        ])
    ]
    let comparison = try #require(
      PublishedComparison.all(of: ExperimentAnalysis(experiment, runs: analysis().runs)).first)
    try expectSnapshot(
      text(.published(comparison)), named: "published", stating: "list    0.9   0.9  0.9  1177",
      "lend    0.9   0.9  0.9    –¹", "¹ not published")
  }

  @Test func `imports are compared by their means, without a row for all stories`() throws {
    let comparison = Comparison(
      analysis(source: .import), baseline: "checked", candidate: "unchecked")
    let text = text(try .comparison(comparison, metrics: [.cpuTime]))
    #expect(text.contains("(ratio of the means, Welch)"))
    #expect(!text.contains("all stories"))
  }

  /// Eight rounds in two layouts; in the second one unchecked takes `second` of the time.
  private func layoutAnalysis(second: Double) -> ExperimentAnalysis {
    let runs = (0..<8).flatMap { index -> [Run] in
      let time = 100e6 + Double(index / 2) * 1e6
      let (round, layout) = (index + 1, index % 2 + 1)
      return [
        Replay.run(
          "list", on: "checked", round: round, layout: layout, [.cpuTime: time, .peakMemory: 2e6]),
        Replay.run(
          "list", on: "unchecked", round: round, layout: layout,
          [.cpuTime: time * (layout == 1 ? 0.8 : second), .peakMemory: 1e6]),
      ]
    }
    return ExperimentAnalysis(Replay.experiment(rounds: 8, layouts: 2), runs: runs)
  }

  @Test func `over several layouts a comparison says what holds, and shows the runs' interval`()
    throws
  {
    let comparison = Comparison(
      layoutAnalysis(second: 0.98), baseline: "checked", candidate: "unchecked")
    let found = text(try .comparison(comparison, metrics: [.peakMemory, .cpuTime]))
    expectSnapshot(
      found, named: "over-layouts",
      stating: "list      2           1    0.5    0.5    0.5    0.016  8  yes         0.5      0.5",
      "list    101.50       90.3  0.885  0.244  3.214  0.44   8  layout      0.809    0.969",
      "2 layouts", "all 4 ratios")
  }

  @Test func `the spread over layouts is shown next to the spread over runs`() throws {
    try expectSnapshot(
      text(.layouts(layoutAnalysis(second: 1), metrics: [.cpuTime])), named: "layouts",
      stating: "list   checked     1.3        0  1.0000    1.0000",
      "list   unchecked   1.3       16  0.8889    1.1111")
  }

  @Test func `with one run for each layout the spreads are left out, with the reason`() throws {
    let runs = (1...2).map {
      Replay.run("list", on: "checked", round: $0, layout: $0, [.cpuTime: Double($0)])
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(builds: Replay.builds("checked", "other"), rounds: 2, layouts: 2),
      runs: runs)
    let text = text(try .layouts(analysis, metrics: [.cpuTime]))
    #expect(text.contains("¹ no layout has two runs"))
    #expect(text.contains("² fewer than two layouts have this value"))
    #expect(text.contains("0.6667") && text.contains("1.333"))
  }

  @Test func `with several layouts the builds' table says that it shows the first`() throws {
    let layout = LayoutRecord(seed: 1, sha256: "00ff", size: 1_000_000)
    let build = BuildRecord(
      name: "a", recipe: "r", sha256: "00ff", size: 1_000_000, layouts: [layout])
    let note = "are those of the first layout"
    #expect(text(try .builds(Replay.experiment(builds: [build]))).contains(note))
    #expect(!text(try .builds(Replay.experiment())).contains(note))
  }

  @Test func `the table of steps names the run's layout if there are several`() throws {
    let run = Replay.run("list", on: "checked", round: 5, layout: 2)
    #expect(
      try Table.steps(run, layouts: 3).title == "Steps of list on checked, run 5, layout 2 of 3")
    #expect(try Table.steps(run, layouts: 1).title == "Steps of list on checked, run 5")
  }

  @Test func `requests have rows of their own with latencies, and no costs`() throws {
    var load = Replay.step(of: "day")
    load.latencies = StepLatencies(
      [Int64](repeating: 1000, count: 20) + [2000], of: ["a", "b"], at: (0..<21).map { $0 / 20 })
    let run = Replay.run("day", on: "b", kind: .duet, steps: [load, Replay.step(of: "day")])
    let table = try Table.steps(run, layouts: 1)
    #expect(table.columns.suffix(5).map(\.heading) == ["p50", "p90", "p95", "p99", "p99.9"])
    let empty = Table.Cell.text("")
    let rows = table.sections[0].rows
    #expect(
      rows[1] == [
        .text("a"), empty, empty, empty, empty, empty, .number(0.001), .number(0.001),
        .number(0.001), .missing("too few"), .missing("too few"),
      ])
    #expect(rows.count == 4 && rows[3].suffix(5) == [empty, empty, empty, empty, empty])
    #expect(try Table.steps(Replay.run("day", on: "b"), layouts: 1).columns.count == 6)
  }

  @Test func `steps with items show how many a second they process`() throws {
    var counting = Replay.step(of: "day")
    (counting.items, counting.inside.wall) = (750, .milliseconds(250))
    let others = Replay.step(of: "day")
    func cells(_ kind: RunKind) throws -> [Table.Cell?] {
      let run = Replay.run("day", on: "b", kind: kind, steps: [counting, others])
      let table = try Table.steps(run, layouts: 1)
      #expect(table.columns.map(\.heading).last == "Throughput")
      return table.sections[0].rows.map(\.last)
    }
    #expect(try cells(.solo) == [.number(3000), .text("")])
    #expect(try cells(.duet) == [.missing("not measured"), .text("")])
  }

  @Test func `a step that started processes shows their total cost next to its own`() throws {
    func step(_ label: String, _ tree: TreeCost?) -> StepRecord {
      StepRecord(
        story: "list", label: label, repetitions: 1, start: 0, end: 2_000_000,
        inside: Cost(wall: .nanoseconds(2_000_000), cpu: .nanoseconds(1_000_000)),
        outside: Cost(
          cpu: .nanoseconds(1_500_000), minorFaults: 0, majorFaults: 0,
          peakMemory: 3_000_000),
        tree: tree,
        outcome: [:], digest: nil)
    }
    func tree(cgroupMemory: Bytes?, atEnd: Bytes?) -> TreeCost {
      TreeCost(
        Cost(
          cpu: .nanoseconds(7_000_000), minorFaults: 0, majorFaults: 0,
          peakMemory: 9_000_000),
        processes: 3, peakCgroupMemory: cgroupMemory, endProportionalMemory: atEnd,
        source: cgroupMemory == nil ? .children : .controlGroup)
    }
    func rendered(_ cgroupMemory: Bytes?, atEnd: Bytes? = nil) throws -> [Substring] {
      let run = Replay.run(
        "list", on: "checked",
        steps: [
          step("alone", nil), step("family", tree(cgroupMemory: cgroupMemory, atEnd: atEnd)),
        ])
      return text(try .steps(run, layouts: 1)).split(separator: "\n")
    }
    let counted = try rendered(8_000_000)
    #expect(counted.contains { $0.contains("Processes") && $0.contains("Tree cgroup memory") })
    let row = try #require(counted.first { $0.hasPrefix("family") })
    #expect(
      row.split(separator: " ").dropFirst()
        == ["0", "2", "1", "0.5", "3", "3", "7", "9", "8"])
    #expect(try #require(counted.first { $0.hasPrefix("alone") }).hasSuffix("3"))
    #expect(counted.contains { $0.contains("found by a control group") })
    #expect(!counted.contains { $0.contains("roportional") })
    let ended = try rendered(nil, atEnd: 6_000_000)
    #expect(!ended.contains { $0.contains("Tree cgroup memory") })
    #expect(ended.contains { $0.contains("Tree proportional at end") })
    #expect(!ended.contains { $0.contains("Tree proportional peak") })
    #expect(ended.contains { $0.contains("Proportional memory counts shared pages once") })
    let last = try #require(ended.first { $0.hasPrefix("family") })
    #expect(last.split(separator: " ").suffix(3) == ["7", "9", "6"])
  }

  @Test func `each of the fourteen statistics has a row, and each story a column`() throws {
    let lines = text(try .statistics(analysis(), metric: .cpuTime, build: "checked"))
      .split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    let values = Dictionary(
      lines.filter { $0.count >= 3 }.map { line in
        (line.dropLast(2).joined(separator: " "), line.suffix(2).map(String.init))
      }, uniquingKeysWith: { a, _ in a })
    // Of 101, 102, 103 and 41, 42, 43, by hand.
    #expect(values["Mean"] == ["102.00", "42.00"])
    #expect(values["Standard error"] == ["0.58", "0.58"])
    #expect(values["Median"] == ["102.00", "42.00"])
    #expect(values["Mode"] == ["–¹", "–¹"])
    #expect(values["Sample variance, ms²"] == ["1.0", "1.0"])
    #expect(values["Skewness"] == ["0", "0"])
    #expect(values["Kurtosis"] == ["–²", "–²"])
    #expect(values["Sum"] == ["306.0", "126.0"])
    #expect(values["95 % confidence half-width"] == ["2.48", "2.48"])
  }

  @Test func `statistics of imports have seven digits, like their source`() throws {
    let lines = text(try .statistics(analysis(source: .import), metric: .cpuTime, build: "checked"))
      .split(separator: "\n").map(String.init)
    let error = try #require(lines.first { $0.hasPrefix("Standard error") })
    // The root of 1/3.
    #expect(error.split(separator: " ").suffix(2) == ["0.5773503", "0.5773503"])
  }

  @Test
  func `the table of a story's runs shows peaks, minima, others' memory and how each run ended`()
    throws
  {
    let runs = [
      Replay.run(
        "list", on: "checked",
        [.peakMemory: 32_500_000, .lowestMemory: 30e6, .otherMemory: 4e8, .peakCPU: 99.5]),
      Replay.run("list", on: "checked", round: 2, failed: .crashed),
    ]
    let text = text(try .runs(runs, story: "list", builds: ["checked"]))
    #expect(text.contains("  1  4711  32.5"))
    #expect(text.contains("99.5"))
    #expect(text.contains("crashed"))
    #expect(text.contains("¹ not measured"))
  }

  @Test func `means without a comparison are rounded by their standard error`() throws {
    try expectSnapshot(
      text(.means(analysis(), build: "checked", metrics: [.cpuTime])), named: "means",
      stating: "list     102.00", "lend      42.00")
  }
}
