import Analysis
import Charts
import DriverProtocol
import Metrics
import Recording
import Reports
import Scenarios
import Statistics
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

  /// A result of runs that last 5 s, by default of one request a user.
  private static func result(
    _ builds: BuildCapacity..., of users: String = "stories: { one: 1 }",
    within budget: LatencyBudget = Self.budget, ending: CapacityResult.Ending = .concluded
  ) throws -> CapacityResult {
    let scenario = try ScenarioParser.parse(
      """
      scenario: s
      builds: { a: {} }
      services: { server: { command: [server, "${port}"] } }
      stories:
        one: { steps: [{ http: GET /, expect: { status: 200 } }] }
        two: { after: [one], steps: [{ http: GET /two, expect: { status: 200 } }] }
        many: { users: { arrivals: 200/s, for: 5 s, \(users) } }
      """, file: "f")
    let load = try #require(AdjustableLoad("many", of: scenario, withUsers: 200))
    return CapacityResult(of: load, within: budget, in: 10...1000, builds, ending: ending)
  }

  @Test func `an answer has the bounds, and what is met above them`() throws {
    func answer(_ capacity: BuildCapacity) throws -> String {
      try CapacityText.answer(Self.result(capacity)).joined(separator: " ")
    }
    #expect(
      try answer(Self.capacity("new", held: [400], exceeded: [436]))
        == "new: 400/s to 436/s (above, p99 exceeds 20 ms).")
    #expect(
      try answer(Self.capacity("new", held: [400], failed: [436]))
        == "new: 400/s to 436/s (above, it fails: It failed).")
    #expect(
      try answer(Self.capacity("new", held: [1000]))
        == "new: 1000/s or more, the highest rate that was tried.")
    #expect(
      try answer(Self.capacity("new", held: [400], unmeasured: [430]))
        == "new: at least 400/s. Higher rates could not be measured: It failed."
    )
    #expect(
      try answer(Self.capacity("new", held: [400]))
        == "new: at least 400/s; no upper bound is shown.")
    // Lower rates than that are still to be tried.
    #expect(
      try answer(Self.capacity("new", held: [400], unmeasured: [500]))
        == "new: at least 400/s; no upper bound is shown.")
    #expect(
      try answer(Self.capacity("new", exceeded: [10]))
        == "new: less than 10/s, the lowest rate that was tried (p99 exceeds 20 ms).")
    #expect(
      try answer(Self.capacity("new", exceeded: [50]))
        == "new: less than 50/s (p99 exceeds 20 ms); no lower bound is shown.")
    #expect(try answer(Self.capacity("new")) == "new: not decided, by 0 runs.")
    #expect(try answer(Self.capacity("new", failed: [10])) == "new: fails even at 10/s: It failed.")
    #expect(
      try answer(Self.capacity("new", unmeasured: [10]))
        == "new: could not be measured: It failed.")
  }

  @Test func `builds are compared only if their intervals are apart`() throws {
    let old = Self.capacity("old", held: [300], exceeded: [330])
    let new = Self.capacity("new", held: [400], exceeded: [436])
    func comparison(_ a: BuildCapacity, _ b: BuildCapacity) throws -> String? {
      try CapacityText.answer(Self.result(a, b)).last
    }
    #expect(try comparison(old, new) == "new serves 21 % to 45 % more users than old.")
    #expect(try comparison(new, old) == "old serves 18 % to 31 % fewer users than new.")
    #expect(
      try comparison(old, Self.capacity("open", held: [396]))
        == "open serves at least 20 % more users than old.")
    #expect(
      try comparison(new, Self.capacity("open", exceeded: [300]))
        == "open serves at least 25 % fewer users than new.")
    #expect(
      try comparison(old, Self.capacity("same", held: [310], exceeded: [340]))
        == "Not decided whether same or old serves more users: their intervals are not apart.")
    let broken = Self.capacity("broken", failed: [10])
    #expect(try comparison(old, broken) == "broken: fails even at 10/s: It failed.")
    #expect(try comparison(broken, old) == "old: 300/s to 330/s (above, p99 exceeds 20 ms).")
  }

  @Test func `the table has a line for each rate, with medians`() throws {
    let capacity = Self.capacity(
      "new", held: [400], exceeded: [436], failed: [800], unmeasured: [400, 900])
    let table = try Table.load(Self.result(capacity))
    let none = Table.Cell.missing("no run was measured to its end")
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

  @Test func `tolerated errors are told of the lower bound, in the table and in the chart`()
    throws
  {
    var capacity = Self.capacity("new", exceeded: [436])
    var step = Replay.step(of: "many")
    step.latencies = StepLatencies([], of: ["one: GET /"], at: [])
    step.outcome["users"] = .integer(2000)
    for errors in [176, 178, 180, 182, 184] as [Double] {
      let measurements: [Metric: Double] = [.latencyP50: 1e6, .latencyP99: 5e6, .errors: errors]
      capacity.add(
        LoadRun(
          Replay.run("many", on: "new", measurements, steps: [step]), at: 400, within: Self.budget))
    }
    let result = try Self.result(capacity, of: "errors: 10 %, stories: { one: 1 }")
    #expect(
      CapacityText.answer(result) == [
        "new: 400/s to 436/s (above, p99 exceeds 20 ms).",
        "new: at 400/s, 9 % of the users got a wrong answer or none (10 % are tolerated).",
      ])
    let table = try Table.load(result)
    #expect(
      table.columns.map(\.heading)
        == ["Build", "Users/s", "Held", "p50", "p99", "Errors", "Server CPU"])
    let none = Table.Cell.missing("no run was measured to its end")
    #expect(
      table.sections.flatMap(\.rows).map { $0[5] } == [.number(9, as: .coarse), none])
    let note = "Held: runs with right answers (but for up to 10 % of the users) within p99 of 20 ms"
    #expect(table.notes.first?.hasPrefix(note) == true)
    #expect(
      try LoadChart(result).note.hasSuffix("can serve, with errors for up to 10 % of the users"))
    // Nobody got an error.
    let clean = try Self.result(
      Self.capacity("new", held: [400]), of: "errors: 10 %, stories: { one: 1 }")
    #expect(CapacityText.answer(clean) == ["new: at least 400/s; no upper bound is shown."])
  }

  @Test func `latencies of stories that come before are named`() throws {
    let result = try Self.result(Self.capacity("new", held: [400]), of: "stories: { two: 1 }")
    #expect(
      try Table.load(result).notes.last
        == "Latencies include requests of stories that come before: one.")
    let alone = try Self.result(Self.capacity("new", held: [400]))
    #expect(
      try Table.load(alone).notes.last
        == "Medians over runs that were measured to their end; CPU in percent of one.")
  }

  @Test func `a limit that is long beside the runs leaves open what is served for long`() throws {
    // 1237.5 ms of 5 s, over 99 %, is a quarter more than is served.
    let budget = LatencyBudget(
      nil, atMost: .microseconds(1_237_500), of: "many",
      in: Scenario(
        name: "s", title: "s", builds: [], fixture: [:], stories: [], runs: 1,
        timeLimit: .seconds(1)))
    let result = try Self.result(Self.capacity("new", held: [1000]), within: budget)
    #expect(
      CapacityText.answer(result) == [
        "new: 1000/s or more, the highest rate that was tried.",
        "A queue that grows slowly stays within the limit in runs of 5 s, so the rate that lasts may be up to about 20 % "
          + "lower. To see, lower --at-most, or lengthen 'for' (a run has at most 50,000 requests).",
      ])
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
    #expect(
      chart.note.hasSuffix("the build can serve; no run was measured to its end: broken at 10/s"))
    #expect(throws: ChartError.noData("load chart \"'many': latency by rate of users\"")) {
      try LoadChart(Self.result(broken))
    }
  }

  @Test func `runs beside other programs are told, with what these took at worst`() throws {
    var interference = Interference(observed: 1_000_000_000, processors: 2, harness: 0)
    (interference.run, interference.busy) = (500_000_000, 850_000_000)
    var run = Replay.run("many", on: "new", [.latencyP99: 5e6])
    var capacity = Self.capacity("new", held: [400])
    #expect(try CapacityText.disturbance(Self.result(capacity)) == nil)
    for _ in 1...2 {
      run.interference = interference
      capacity.add(LoadRun(run, at: 400, within: Self.budget))
      interference.busy = 620_000_000
    }
    #expect(
      try CapacityText.disturbance(Self.result(capacity))
        == "2 of 7 runs were disturbed: other processes took up to 35 % of a CPU. An idle machine may serve more users."
    )
  }

  @Test func `an early end is told`() throws {
    #expect(try CapacityText.ending(Self.result()) == nil)
    #expect(
      try CapacityText.ending(Self.result(ending: .timeUp))
        == "The time was up (--max-time), so bounds may be wider than they could be.")
    #expect(
      try CapacityText.ending(Self.result(ending: .interrupted))
        == "Interrupted: bounds may be wider than they could be.")
  }
}
