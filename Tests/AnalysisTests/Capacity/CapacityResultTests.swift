import Analysis
import DriverProtocol
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

/// Runs at several rates, and the conclusions from them.
@Suite struct CapacityResultTests {
  private static func scenario(gates: String) throws -> Scenario {
    try ScenarioParser.parse(
      """
      scenario: s
      builds: { a: {} }
      services: { server: { command: [server, "${port}"] } }
      stories:
        one: { steps: [{ http: GET /, expect: { status: 200 } }] }
        many: { users: { arrivals: 200/s, for: 5 s, stories: { one: 1 } } }
        more: { users: { arrivals: 200/s, for: 5 s, stories: { one: 1 } } }
      \(gates)
      """, file: "f")
  }

  private static func budget(
    _ percentile: LatencyBudget.Percentile? = nil, atMost limit: Duration? = nil,
    gates: String = ""
  ) throws -> LatencyBudget {
    LatencyBudget(percentile, atMost: limit, of: "many", in: try scenario(gates: gates))
  }

  @Test func `the limit is the given one, else the story's last gate's, else a tenth of a second`()
    throws
  {
    let gates = """
      gates:
        - { metric: latency-p90, at-most: 10 ms }
        - { metric: latency-p90, stories: [many], at-most: 20 ms }
        - { metric: latency-p99, stories: [more], at-most: 5 ms }
        - { metric: latency-p99, stories: [many], at-most: +5% }
      """
    let given = try Self.budget(atMost: .milliseconds(30), gates: gates)
    #expect(given.percentile == .p90 && given.limit == 3e7 && given.source == .option)
    let gated = try Self.budget(gates: gates)
    #expect(gated.percentile == .p90 && gated.limit == 2e7 && gated.source == .gate)
    let other = try Self.budget(.p50, gates: gates)
    #expect(other.percentile == .p50 && other.limit == 1e8 && other.source == .usual)
    let usual = try Self.budget()
    #expect(usual.percentile == .p99 && usual.limit == 1e8 && usual.source == .usual)
  }

  @Test func `of the fewest users of a run two are expected to wait longer than its percentile`() {
    #expect(LatencyBudget.Percentile.allCases.map(\.fewestUsers) == [10, 20, 40, 200, 2000])
  }

  @Test func `a run holds if it passed and the percentile is at most the limit`() throws {
    let budget = try Self.budget(atMost: .milliseconds(20))
    func run(_ latency: Double?, failed reason: RunFailure.Reason? = nil) -> LoadRun {
      var measurements: [Metric: Double] = [.latencyP50: 1e6]
      measurements[.latencyP99] = latency
      return LoadRun(
        Replay.run("many", on: "a", measurements, failed: reason), at: 100, within: budget)
    }
    #expect(run(2e7).finding == .held && run(2e7).median == 1e6)
    #expect(run(2.1e7).finding == .exceeded && run(2.1e7).failure == nil)
    #expect(run(nil, failed: .wrongRefusal).finding == .failed)
    #expect(run(nil, failed: .crashed).finding == .failed)
    #expect(run(nil, failed: .notMeasured).finding == .unmeasured)
    #expect(run(nil).finding == .unmeasured)
    #expect(run(nil).failure?.message == "There were too few requests for a p99.")
  }

  @Test(
    arguments: [
      (9, 100, nil, 9), (0, 100, nil, 0), (nil, 100, nil, nil), (9, 100, .crashed, nil),
      (9, 0, nil, nil),
    ] as [(Double?, Int, RunFailure.Reason?, Double?)])
  func `tolerated errors are in percent of the users`(
    _ errors: Double?, _ users: Int, _ reason: RunFailure.Reason?, _ percent: Double?
  ) throws {
    var step = Replay.step(of: "many")
    step.latencies = StepLatencies([], of: ["one: GET /"], at: [])
    step.outcome["users"] = .integer(users)
    var measurements: [Metric: Double] = [.latencyP99: 1]
    measurements[.errors] = errors
    let run = LoadRun(
      Replay.run("many", on: "a", measurements, failed: reason, steps: [step]), at: 100,
      within: try Self.budget())
    #expect(run.errors == percent)
    var capacity = BuildCapacity(of: "a", by: CapacitySearch(in: 10...1000, from: 200))
    capacity.add(run)
    #expect(capacity.rates.map(\.errors) == [percent])
  }

  @Test func `the CPU of all services is in percent of one`() throws {
    var step = Replay.step(of: "many")
    (step.start, step.end) = (1000, 3000)
    let cost = Cost(cpu: .nanoseconds(1500))
    step.services = ["server": ServiceCost(cost), "cache": ServiceCost(cost)]
    let run = LoadRun(
      Replay.run("many", on: "a", [.latencyP99: 1], steps: [step]), at: 100,
      within: try Self.budget())
    #expect(run.cpu == 150)
  }

  /// A run of a second whose sender waited for a share of it, while all took CPU time, in percent of one.
  private static func watched(
    waiting percent: Int, own: Int64, others: Int64, latency: Double = 2e8
  ) throws -> LoadRun {
    var step = Replay.step(of: "many")
    (step.start, step.end) = (0, 1_000_000_000)
    step.outcome["waiting-percent"] = .integer(percent)
    var run = Replay.run(
      "many", on: "a", [.latencyP50: 1e6, .latencyP99: latency], steps: [step])
    var interference = Interference(observed: 1_000_000_000, processors: 2, harness: 0)
    interference.run = own * 10_000_000
    interference.busy = (own + others) * 10_000_000
    run.interference = interference
    return LoadRun(run, at: 100, within: try Self.budget())
  }

  @Test func `a run is not measured if others kept what sends its requests waiting`() throws {
    for latency in [2e7, 2e8] {
      let run = try Self.watched(waiting: 80, own: 60, others: 120, latency: latency)
      #expect(
        run.finding == .unmeasured && run.latency == nil && run.failure?.reason == .notMeasured)
      #expect(run.median == nil && run.cpu == nil)
      #expect(
        run.failure?.message
          == "What sends the requests waited for a CPU for 80 % of the time (at most 50 % is allowed), while other "
          + "programs took 120 % of one: end those.")
    }
    #expect(try Self.watched(waiting: 50, own: 60, others: 120).finding == .exceeded)
    // The service itself has the CPUs.
    #expect(try Self.watched(waiting: 80, own: 160, others: 39).finding == .exceeded)
    #expect(try Self.watched(waiting: 80, own: 160, others: 39).disturbances.count == 1)
    #expect(try Self.watched(waiting: 80, own: 160, others: 5).disturbances.isEmpty)
  }

  /// The result of five runs at each of these rates.
  private static func capacity(
    _ build: String, held: [Double] = [], exceeded: [Double] = [], in rates: ClosedRange<Double>
  ) throws -> BuildCapacity {
    var capacity = BuildCapacity(of: build, by: CapacitySearch(in: rates, from: 200))
    let budget = try budget()
    for (rates, latency) in [(held, 2e7), (exceeded, 2e8)] {
      for rate in rates {
        for _ in 1...5 {
          capacity.add(
            LoadRun(
              Replay.run("many", on: build, [.latencyP50: 1e6, .latencyP99: latency]), at: rate,
              within: budget))
        }
      }
    }
    return capacity
  }

  private static func result(
    _ builds: [BuildCapacity], within limit: Duration? = nil
  ) throws -> CapacityResult {
    let load = try #require(AdjustableLoad("many", of: try scenario(gates: ""), withUsers: 200))
    return CapacityResult(
      of: load, within: try budget(atMost: limit), in: 10...1000, builds, ending: .concluded)
  }

  // λ users a second, of whom C are served, wait for (λ / C - 1) t after t seconds.
  @Test func `a queue that grows is unseen while a run is short beside the limit`() throws {
    func overload(
      _ percentile: LatencyBudget.Percentile, _ limit: Int, _ time: Int, requests: Double = 1
    ) throws -> Double {
      try Self.budget(percentile, atMost: .milliseconds(limit)).unseenOverload(
        in: .milliseconds(time), requestsPerUser: requests)
    }
    #expect(abs(try overload(.p99, 495, 2000) - 0.25) < 1e-12)
    #expect(abs(try overload(.p50, 100, 5000) - 0.04) < 1e-12)
    // The second request of a user is due when the first is answered.
    #expect(abs(try overload(.p50, 100, 5000, requests: 3) - 0.08) < 1e-12)
    let held = try Self.capacity("a", held: [400], in: 10...1000)
    // 0.25 more than 1 is 1.25, of which 0.2 are not served.
    let long = try Self.result([held], within: .microseconds(1_237_500)).unseenOverload
    #expect(long?.time == .seconds(5) && abs((long?.share ?? 0) - 0.2) < 1e-12)
    #expect(try Self.result([held], within: .milliseconds(250)).unseenOverload == nil)
    // No lower bound is shown.
    let exceeded = try Self.capacity("a", exceeded: [400], in: 10...1000)
    #expect(try Self.result([exceeded], within: .seconds(2)).unseenOverload == nil)
  }

  @Test func `a conclusion has the bounds that are shown, and why one is missing`() throws {
    func conclusion(
      held: [Double] = [], exceeded: [Double] = []
    ) throws -> BuildCapacity.Conclusion {
      try Self.capacity("a", held: held, exceeded: exceeded, in: 10...1000).conclusion
    }
    #expect(try conclusion(held: [400], exceeded: [440]) == .between(400, 440))
    #expect(try conclusion(held: [1000]) == .atLeast(1000, .range))
    #expect(try conclusion(held: [400]) == .atLeast(400, .runs))
    #expect(try conclusion(exceeded: [10]) == .below(10, .range))
    #expect(try conclusion(exceeded: [20]) == .below(20, .runs))
    #expect(try conclusion() == .open)
  }

  @Test func `rates are summed up by medians, the lowest first`() throws {
    let rates = try Self.capacity("a", held: [400, 50], exceeded: [800], in: 10...1000).rates
    #expect(rates.map(\.rate) == [50, 400, 800])
    #expect(rates.map(\.held) == [5, 5, 0] && rates.map(\.made) == [5, 5, 5])
    #expect(rates.map(\.latency) == [2e7, 2e7, 2e8] && rates.map(\.cpu) == [nil, nil, nil])
  }

  @Test func `one build serves more if the intervals are apart`() throws {
    let old = try Self.capacity("old", held: [400], exceeded: [500], in: 10...1000)
    let new = try Self.capacity("new", held: [600], exceeded: [800], in: 10...1000)
    let same = try Self.capacity("same", held: [450], exceeded: [550], in: 10...1000)
    let open = try Self.capacity("open", held: [1000], in: 10...1000)
    let comparisons = try Self.result([old, new, same, open]).comparisons
    #expect(comparisons.map(\.candidate) == ["new", "same", "open"])
    #expect(comparisons.map(\.isDecided) == [true, false, true])
    #expect(comparisons.map(\.lower) == [1.2, 0.9, 2])
    #expect(comparisons.map(\.upper) == [2, 1.375, nil])
  }

  @Test func `a build that fails at the lowest rate fails the result, with its reason`() throws {
    var capacity = try Self.capacity("a", in: 10...1000)
    #expect(try Self.result([capacity]).outcome == .inconclusive)
    let run = LoadRun(
      Replay.run("many", on: "a", failed: .wrongRefusal), at: 10, within: try Self.budget())
    capacity.add(run)
    capacity.add(run)
    #expect(
      capacity.conclusion
        == .failed(RunFailure(reason: .wrongRefusal, message: "It failed.")))
    #expect(try Self.result([capacity]).outcome == .appFailed)
    var unmeasured = try Self.capacity("b", in: 10...1000)
    unmeasured.add(
      LoadRun(
        Replay.run("many", on: "b", failed: .notMeasured), at: 10, within: try Self.budget()))
    #expect(try Self.result([unmeasured]).outcome == .toolFailed)
  }
}
