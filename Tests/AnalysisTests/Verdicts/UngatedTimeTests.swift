import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis

struct UngatedTimeTests {
  private func judgement(
    _ rhythm: Rhythm?, gates: [Gate] = [Gate(metric: .cpuTime)], kind: RunKind = .duet,
    wall: (a: Double, b: Double)? = nil
  ) throws -> Judgement {
    var runs: [Run] = []
    for round in 1...10 {
      for build in ["a", "b"] {
        let wobble = 1 + 0.001 * Double(round % 3)
        runs.append(Replay.run("s", on: build, kind: kind, round: round, [.cpuTime: 3e6 * wobble]))
        if let wall {
          runs.append(
            Replay.run(
              "s", on: build, round: round,
              [.cpuTime: 3e6, .wallTime: (build == "a" ? wall.a : wall.b) * wobble]))
        }
      }
    }
    var experiment = Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"), rounds: 10)
    experiment.decision = Decision(purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision?.rhythms = rhythm.map { ["s": $0] }
    return try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b", gates: gates)
  }

  @Test(arguments: [
    (0.02, Rhythm.Caveat.waits as Rhythm.Caveat?), (0.49, .waits), (0.5, nil), (1.0, nil),
    (1.2, nil),
    (1.25, .severalCPUs), (7.8, .severalCPUs),
  ])
  func `the ratio of CPU time to wall time shows if a story waits or uses several CPUs`(
    _ share: Double, _ kind: Rhythm.Caveat?
  ) {
    #expect(Rhythm(cpu: share * 1e8, wall: 1e8).kind == kind)
  }

  @Test func `the rhythm of a story is that of its busiest run, with all processes`() {
    let runs = [
      Replay.run("s", on: "a", [.cpuTime: 1e6, .wallTime: 9e6]),
      Replay.run("s", on: "a", round: 2, [.cpuTime: 1e6, .treeCPUTime: 4e6, .wallTime: 5e6]),
      Replay.run("s", on: "a", kind: .duet, round: 3, [.cpuTime: 1e6, .wallTime: 1e6]),
      Replay.run("s", on: "a", round: 4, [.cpuTime: 1e6, .wallTime: 1e6], failed: .crashed),
    ]
    #expect(Rhythm(of: runs) == Rhythm(cpu: 4e6, wall: 5e6))
    #expect(Rhythm(of: []) == nil)
  }

  @Test func `what services and their processes compute is no waiting`() throws {
    let server = try #require(Metric.cpuTime.of(service: "server"))
    let tree = try #require(Metric.treeCPUTime.of(service: "server"))
    let database = try #require(Metric.cpuTime.of(service: "database"))
    let run = Replay.run(
      "s", on: "a", [.cpuTime: 1e6, server: 2e6, tree: 4e6, database: 3e6, .wallTime: 9e6])
    #expect(Rhythm(of: [run]) == Rhythm(cpu: 8e6, wall: 9e6))
    #expect(Replay.run("s", on: "a", [server: 2e6]).cpuTimeOfAll == nil)
  }

  @Test func `waiting for a CPU on a busy machine does not count as waiting of the story`() {
    func rhythm(_ cpu: Double, _ wall: Double, crowded: Int64) -> Rhythm? {
      var run = Replay.run("s", on: "a", [.cpuTime: cpu, .wallTime: wall])
      run.interference = Interference(observed: 100_000_000, processors: 2, harness: 0)
      run.interference?.processorWaiting = crowded
      return Rhythm(of: [run])
    }
    #expect(rhythm(4e6, 10e6, crowded: 5_000_000) == Rhythm(cpu: 4e6, wall: 5e6))
    #expect(rhythm(4e6, 10e6, crowded: 90_000_000) == Rhythm(cpu: 4e6, wall: 4e6))
    #expect(rhythm(1e6, 10e6, crowded: 1_000_000)?.kind == .waits)
    #expect(rhythm(18e6, 10e6, crowded: 5_000_000) == Rhythm(cpu: 18e6, wall: 10e6))
  }

  @Test func `a story that waits is named unless its wall time is gated`() throws {
    let waiting = Rhythm(cpu: 3e6, wall: 150e6)
    #expect(try judgement(waiting).ungatedTimes.map(\.story) == ["s"])
    let gated = [Gate(metric: .cpuTime), Gate(metric: .wallTime, limit: .change(0.1))]
    #expect(try judgement(waiting, gates: gated).ungatedTimes.isEmpty)
    let other = [Gate(metric: .cpuTime), Gate(metric: .wallTime, stories: ["t"])]
    #expect(try judgement(waiting, gates: other).ungatedTimes.map(\.story) == ["s"])
    #expect(try judgement(Rhythm(cpu: 1e8, wall: 1.01e8)).ungatedTimes.isEmpty)
    #expect(try judgement(nil).ungatedTimes.isEmpty)
    // A gate on what it waits does for a story that waits, and not for one that uses several CPUs.
    let offCPU = [Gate(metric: .cpuTime), Gate(metric: .offCPUTime)]
    #expect(try judgement(waiting, gates: offCPU).ungatedTimes.isEmpty)
    let parallel = Rhythm(cpu: 2e8, wall: 1e8)
    #expect(try judgement(parallel, gates: offCPU).ungatedTimes.map(\.story) == ["s"])
  }

  @Test func `the wall time of a story that waits is listed if it was measured`() throws {
    let found = try judgement(Rhythm(cpu: 3e6, wall: 150e6), wall: (150e6, 240e6)).ungatedTimes
    let result = try #require(found.first?.wallTime?.outcome.result)
    #expect(abs(result.value.point - 1.6) < 1e-9 && result.kind == .solo)
  }
}

/// Errors of many users, which have no ratio.
struct ErrorVerdictTests {
  private static let gates = [Gate(metric: .errors, stories: ["many"])]

  /// Pairs of one story, each with its errors.
  private func judging(_ pairs: [(a: Double, b: Double)], kind: RunKind = .duet) -> Judging {
    var judging = Judging()
    for (round, pair) in pairs.enumerated() {
      judging.add("many", "a", .errors, pair.a, round, kind)
      judging.add("many", "b", .errors, pair.b, round, kind)
    }
    return judging
  }

  /// Pairs of which so many have more, so many fewer, and the others as many.
  private func judging(more: Int, fewer: Int, same: Int = 0) -> Judging {
    var pairs = Array(repeating: (a: 0.0, b: 5.0), count: more)
    pairs += Array(repeating: (a: 1.0, b: 0.0), count: fewer)
    pairs += Array(repeating: (a: 1.0, b: 1.0), count: same)
    return judging(pairs)
  }

  // By scipy: binomtest(more, more + fewer, alternative="greater").pvalue. To reach 1 % takes seven pairs.
  @Test(arguments: [
    (7, 0, 0, Verdict.regressed, 0.0078125 as Double?), (7, 0, 3, .regressed, 0.0078125),
    (10, 0, 0, .regressed, 0.0009765625), (9, 1, 0, .inconclusive, 0.0107421875),
    (5, 0, 0, .inconclusive, 0.03125), (5, 0, 5, .inconclusive, 0.03125),
    (1, 0, 9, .withinGate, 0.5), (0, 3, 7, .unchanged, 1), (0, 7, 0, .improved, 0.0078125),
    (0, 0, 5, .unchanged, nil),
  ])
  func `more errors are a regression if so many pairs have more that chance hardly makes it`(
    _ more: Int, _ fewer: Int, _ same: Int, _ verdict: Verdict, _ pValue: Double?
  ) throws {
    let judgement = try judging(more: more, fewer: fewer, same: same).judgement(Self.gates)
    #expect(judgement.verdicts == [verdict])
    #expect((judgement.outcome == .regression) == (verdict == .regressed))
    let result = try #require(judgement.gated[0].outcome.result)
    #expect((result.pValue == nil) == (pValue == nil))
    #expect(abs((result.pValue ?? 0) - (pValue ?? 0)) < 1e-12)
    #expect(result.evidence == .pairs(more + fewer + same) && result.detectable == .infinity)
  }

  @Test func `a burst of errors in one pair counts once`() throws {
    let burst = [(a: 0.0, b: 40.0)] + Array(repeating: (a: 0.0, b: 0.0), count: 9)
    #expect(try judging(burst).judgement(Self.gates).verdicts == [.withinGate])
  }

  /// Six analyses share the level: six times 2⁻¹⁰, and six times 2⁻¹⁵.
  @Test(arguments: [(10, 0.005859375), (15, 0.00018310546875)])
  func `the p value of errors accounts for the interim analyses`(_ pairs: Int, _ pValue: Double)
    throws
  {
    let judgement = try judging(more: pairs, fewer: 0).judgement(Self.gates, rule: .adaptive)
    let result = try #require(judgement.gated[0].outcome.result)
    #expect(result.verdict == .regressed && abs(try #require(result.pValue) - pValue) < 1e-12)
    let early = try judging(more: 4, fewer: 0).judgement(Self.gates, rule: .adaptive)
    #expect(early.gated[0].outcome == .missing(.beforeFirstInterim(4, first: 5)))
  }

  @Test func `errors share the chance of a false alarm only if any pair differs`() throws {
    func pValue(_ pairs: [(a: Double, b: Double)]) throws -> Double? {
      var judging = judging(pairs)
      judging.add("s", factor: 1.05)
      let judgement = try judging.judgement([Gate(metric: .cpuTime, stories: ["s"])] + Self.gates)
      #expect(judgement.testCount == (pairs.contains { $0.a != $0.b } ? 2 : 1))
      return judgement.gated[0].outcome.result?.pValue
    }
    let alone = try #require(try pValue([(1, 1), (0, 0), (0, 0)]))
    #expect(try pValue([(1, 1), (0, 0), (0, 1)]) == 2 * alone)
  }

  @Test(arguments: [(3.0, Verdict.inconclusive), (1, .unchanged), (0, .unchanged)])
  func `unpaired runs show no more errors, and leave them open`(
    _ errors: Double, _ verdict: Verdict
  ) throws {
    var judging = judging(Array(repeating: (a: 1, b: errors), count: 20), kind: .solo)
    judging.source = .stored
    let judgement = try judging.judgement(Self.gates)
    #expect(judgement.verdicts == [verdict])
    #expect(judgement.gated[0].outcome.result?.evidence == .acrossTimes(20))
  }

  @Test func `more errors without a gate are told with their runs and pairs`() throws {
    let cpu = [Gate(metric: .cpuTime)]
    let pairs: [(a: Double, b: Double)] = [(0, 20), (0, 17), (1, 1), (2, 0)]
    let found = try judging(pairs).judgement(cpu).ungatedErrors
    #expect(found.map(\.story) == ["many"])
    let many = try #require(found.first?.counts)
    #expect(many.baseline.total == 3 && many.candidate.total == 38)
    #expect(many.baseline.runs == 4 && many.candidate.runs == 4)
    #expect(many.more == 2 && many.fewer == 1)
    #expect(try judging([(1, 1), (3, 2)]).judgement(cpu).ungatedErrors.isEmpty)
    #expect(try judging(pairs).judgement(Self.gates).ungatedErrors.isEmpty)
    let budget = [Gate(metric: .errors, stories: ["many"], limit: .budget(50))]
    #expect(try judging(pairs).judgement(budget).ungatedErrors.isEmpty)
    let other = [Gate(metric: .errors, stories: ["others"])]
    #expect(try judging(pairs).judgement(other).ungatedErrors.count == 1)
  }

  // By scipy: binomtest(more, more + fewer).pvalue, which is two-sided.
  @Test(arguments: [
    (5, 0, 0.0625), (7, 0, 0.015625), (10, 0, 0.001953125), (9, 1, 0.021484375),
  ])
  func `errors without a gate are tested in both directions`(
    _ more: Int, _ fewer: Int, _ pValue: Double
  ) throws {
    let judgement = try judging(more: more, fewer: fewer).judgement([])
    let result = try #require(judgement.others.first?.outcome.result)
    #expect(judgement.others.map(\.name.metric) == [.errors])
    #expect(abs(try #require(result.pValue) - pValue) < 1e-12)
    #expect((result.verdict == .regressed) == (pValue <= 0.05))
  }
}
