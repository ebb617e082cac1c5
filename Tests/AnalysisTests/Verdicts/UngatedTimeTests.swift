import DriverProtocol
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

  @Test func `two services that many users keep busy may need too much of one CPU`() throws {
    var step = Replay.step(of: "s")
    (step.start, step.end) = (5, 1_000_000_005)
    step.latencies = StepLatencies([1, 2], of: ["one: GET /"], at: [0, 0])
    step.services = [
      "server": ServiceCost(Cost(cpu: .milliseconds(300))),
      "database": ServiceCost(Cost(cpu: .milliseconds(110))),
    ]
    let run = Replay.run("s", on: "a", [.cpuTime: 5e8], steps: [step])
    let rhythm = try #require(Rhythm(of: [run]))
    #expect(rhythm == Rhythm(cpu: 4.1e8, wall: 1e9, isOfUsers: true) && rhythm.kind == nil)
    #expect(
      rhythm.reasonApart
        == .refused("both sides' services together would need 82 % of the CPU that they share"))
    #expect(Rhythm(cpu: 4e8, wall: 1e9, isOfUsers: true).reasonApart == nil)
    #expect(Rhythm(cpu: 4.1e8, wall: 1e9).reasonApart == nil)
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

  @Test func `latencies that grew are listed unless a gate is on one of the story's`() throws {
    var judging = Judging("many", factor: 0.8)
    judging.add("many", .latencyP50, factor: 1.4)
    judging.add("many", .latencyP99, factor: 0.7)
    func listed(_ gate: Gate) throws -> [Metric] {
      try judging.judgement([Gate(metric: .cpuTime), gate]).ungatedLatencies.map(\.name.metric)
    }
    #expect(try listed(Gate(metric: .latencyP99, stories: ["other"])) == [.latencyP50])
    #expect(try listed(Gate(metric: .latencyP99)) == [])
    #expect(try listed(Gate(metric: .latencyP50)) == [])
  }

  @Test func `the wall time of a story that waits is listed if it was measured`() throws {
    let found = try judgement(Rhythm(cpu: 3e6, wall: 150e6), wall: (150e6, 240e6)).ungatedTimes
    let result = try #require(found.first?.wallTime?.outcome.result)
    #expect(abs(result.value.point - 1.6) < 1e-9 && result.kind == .solo)
  }
}
