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

/// Errors of many users that no gate is on.
struct UngatedErrorsTests {
  private func errors(
    _ pairs: [(a: Double, b: Double)], gates: [Gate] = [Gate(metric: .cpuTime)]
  ) throws -> [UngatedErrors] {
    var judging = Judging()
    judging.add("many", factor: 1)
    for (round, pair) in pairs.enumerated() {
      judging.add("many", "a", .errors, pair.a, round, .duet)
      judging.add("many", "b", .errors, pair.b, round, .duet)
    }
    return try Judgement(
      judging.analysis, baseline: "a", candidate: "b", gates: gates
    ).ungatedErrors
  }

  @Test func `more errors of the candidate are told with their runs and pairs`() throws {
    let found = try errors([(0, 20), (0, 17), (1, 1), (2, 0)])
    #expect(found.map(\.story) == ["many"])
    let many = try #require(found.first)
    #expect(many.baseline.errors == 3 && many.candidate.errors == 38)
    #expect(many.baseline.runs == 4 && many.candidate.runs == 4)
    #expect(many.more == 2 && many.fewer == 1)
  }

  @Test func `nothing is told if there are no more, if they are gated, or if none are tolerated`()
    throws
  {
    #expect(try errors([(1, 1), (3, 2)]).isEmpty)
    #expect(try errors([]).isEmpty)
    let gates = [Gate(metric: .errors, stories: ["many"], limit: .budget(50))]
    #expect(try errors([(0, 20)], gates: gates).isEmpty)
    let other = [Gate(metric: .errors, stories: ["others"], limit: .budget(50))]
    #expect(try errors([(0, 20)], gates: other).count == 1)
  }

  // By the binomial distribution: 1/1024, and 11/1024.
  @Test(arguments: [(10, 0, 0.0009765625), (9, 1, 0.0107421875), (1, 0, 0.5)])
  func `the chance of so many pairs is that of as many tosses of a coin`(
    _ more: Int, _ fewer: Int, _ chance: Double
  ) throws {
    let pairs = Array(repeating: (a: 0.0, b: 5.0), count: more)
    let others = Array(repeating: (a: 1.0, b: 0.0), count: fewer)
    let same = [(a: 1.0, b: 1.0)]
    let many = try #require(try errors(pairs + others + same).first)
    #expect(abs(many.pValue - chance) < 1e-12)
  }
}
