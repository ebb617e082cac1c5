import Analysis
import Charts
import Metrics
import Recording
import Reports
import Scenarios
import Tables
import TestSupport
import Testing

/// How the rates of users are told that builds can serve.
@Suite struct CapacityTextTests {
  private static let budget = LatencyBudget(
    nil, atMost: .milliseconds(20), of: "many",
    in: Scenario(
      name: "s", title: "s", builds: [], fixture: [:], stories: [], runs: 1,
      timeLimit: .seconds(1)))

  /// The capacity after five runs at each of these rates, which take 5 ms, take 50 ms, or fail.
  private static func capacity(
    _ build: String, held: [Double] = [], exceeded: [Double] = [], failed: [Double] = [],
    unmeasured: [Double] = []
  ) -> BuildCapacity {
    var capacity = BuildCapacity(of: build, by: CapacitySearch(in: 10...1000, from: 200))
    let kinds: [([Double], Double?, RunFailure.Reason?)] = [
      (held, 5e6, nil), (exceeded, 5e7, nil), (failed, nil, .wrongRefusal),
      (unmeasured, nil, .notMeasured),
    ]
    for (rates, latency, reason) in kinds {
      var measurements: [Metric: Double] = [:]
      (measurements[.latencyP50], measurements[.latencyP99]) = (latency.map { $0 / 5 }, latency)
      for rate in rates {
        for _ in 1...5 {
          capacity.add(
            LoadRun(
              Replay.run("many", on: build, measurements, failed: reason), at: rate, within: budget)
          )
        }
      }
    }
    return capacity
  }

  private static func result(
    _ builds: BuildCapacity..., ending: CapacityResult.Ending = .concluded
  ) -> CapacityResult {
    CapacityResult(of: "many", within: budget, in: 10...1000, builds, ending: ending)
  }

  @Test func `an answer has the bounds, and what is met above them`() {
    func answer(_ capacity: BuildCapacity) -> String {
      CapacityText.answer(Self.result(capacity)).joined(separator: " ")
    }
    #expect(
      answer(Self.capacity("new", held: [400], exceeded: [436]))
        == "new: 400/s to 436/s (above, p99 exceeds 20 ms).")
    #expect(
      answer(Self.capacity("new", held: [400], failed: [436]))
        == "new: 400/s to 436/s (above, it fails: It failed).")
    #expect(
      answer(Self.capacity("new", held: [1000]))
        == "new: 1000/s or more, the highest rate that was tried.")
    #expect(
      answer(Self.capacity("new", held: [400], unmeasured: [430]))
        == "new: at least 400/s. Higher rates could not be measured: It failed."
    )
    #expect(
      answer(Self.capacity("new", held: [400])) == "new: at least 400/s; no upper bound is shown.")
    // Lower rates than that are still to be tried.
    #expect(
      answer(Self.capacity("new", held: [400], unmeasured: [500]))
        == "new: at least 400/s; no upper bound is shown.")
    #expect(
      answer(Self.capacity("new", exceeded: [10]))
        == "new: less than 10/s, the lowest rate that was tried (p99 exceeds 20 ms).")
    #expect(
      answer(Self.capacity("new", exceeded: [50]))
        == "new: less than 50/s (p99 exceeds 20 ms); no lower bound is shown.")
    #expect(answer(Self.capacity("new")) == "new: not decided, by 0 runs.")
    #expect(answer(Self.capacity("new", failed: [10])) == "new: fails even at 10/s: It failed.")
    #expect(
      answer(Self.capacity("new", unmeasured: [10])) == "new: could not be measured: It failed.")
  }

  @Test func `builds are compared only if their intervals are apart`() {
    let old = Self.capacity("old", held: [300], exceeded: [330])
    let new = Self.capacity("new", held: [400], exceeded: [436])
    func comparison(_ a: BuildCapacity, _ b: BuildCapacity) -> String? {
      CapacityText.answer(Self.result(a, b)).last
    }
    #expect(comparison(old, new) == "new serves 21 % to 45 % more users than old.")
    #expect(comparison(new, old) == "old serves 18 % to 31 % fewer users than new.")
    #expect(
      comparison(old, Self.capacity("open", held: [396]))
        == "open serves at least 20 % more users than old.")
    #expect(
      comparison(new, Self.capacity("open", exceeded: [300]))
        == "open serves at least 25 % fewer users than new.")
    #expect(
      comparison(old, Self.capacity("same", held: [310], exceeded: [340]))
        == "Not decided whether same or old serves more users: their intervals are not apart.")
    let broken = Self.capacity("broken", failed: [10])
    #expect(comparison(old, broken) == "broken: fails even at 10/s: It failed.")
    #expect(comparison(broken, old) == "old: 300/s to 330/s (above, p99 exceeds 20 ms).")
  }

  @Test func `the table has a line for each rate, with medians`() throws {
    let capacity = Self.capacity(
      "new", held: [400], exceeded: [436], failed: [800], unmeasured: [400, 900])
    let table = try Table.load(Self.result(capacity))
    let none = Table.Cell.missing("no run was answered")
    #expect(
      table.columns.map(\.heading) == ["Build", "Users/s", "Held", "p50", "p99", "Server CPU"])
    #expect(
      table.sections.flatMap(\.rows) == [
        [.text("new"), .number(400), .text("5 of 5"), .number(1), .number(5), none],
        [.text("new"), .number(436), .text("0 of 5"), .number(10), .number(50), none],
        [.text("new"), .number(800), .text("0 of 5"), none, none, none],
        [.text("new"), .number(900), .text("0 of 0"), none, none, none],
      ])
    #expect(table.notes.first?.contains("within p99 of 20 ms (--at-most)") == true)
  }

  @Test func `the chart has a line for each build, and its interval`() throws {
    let broken = Self.capacity("broken", failed: [10])
    let chart = try LoadChart(
      Self.result(Self.capacity("new", held: [400], exceeded: [436]), broken))
    let points = [
      try LoadPoint(rate: 400, median: 1, latency: 5),
      try LoadPoint(rate: 436, median: 10, latency: 50),
    ]
    #expect(
      chart.series == [
        LoadSeries(name: "new", points: points, capacity: 400...436),
        LoadSeries(name: "broken", points: [], capacity: nil),
      ])
    #expect(chart.limit == 20 && chart.percentile == "p99")
    #expect(chart.note.hasSuffix("the build can serve; no run was answered: broken at 10/s"))
    #expect(throws: ChartError.noData("load chart \"'many': latency by rate of users\"")) {
      try LoadChart(Self.result(broken))
    }
  }

  @Test func `runs beside other programs are told, with what these took at worst`() {
    var interference = Interference(observed: 1_000_000_000, processors: 2, harness: 0)
    (interference.run, interference.busy) = (500_000_000, 850_000_000)
    var run = Replay.run("many", on: "new", [.latencyP99: 5e6])
    var capacity = Self.capacity("new", held: [400])
    #expect(CapacityText.disturbance(Self.result(capacity)) == nil)
    for _ in 1...2 {
      run.interference = interference
      capacity.add(LoadRun(run, at: 400, within: Self.budget))
      interference.busy = 620_000_000
    }
    #expect(
      CapacityText.disturbance(Self.result(capacity))
        == "2 of 7 runs were disturbed: other processes took up to 35 % of a CPU. An idle machine may serve more users."
    )
  }

  @Test func `an early end is told`() {
    #expect(CapacityText.ending(Self.result()) == nil)
    #expect(
      CapacityText.ending(Self.result(ending: .timeUp))
        == "The time was up (--max-time), so bounds may be wider than they could be.")
    #expect(
      CapacityText.ending(Self.result(ending: .interrupted))
        == "Interrupted: bounds may be wider than they could be.")
  }
}
