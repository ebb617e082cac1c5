import Analysis
import DriverProtocol
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

struct StepTests {
  /// A story of two steps, the second of which takes `factor` times as long on the candidate; a
  /// step of another story comes before.
  private func judging(factor: Double) -> Judging {
    var judging = Judging("s", factor: 1)
    judging.runs = judging.runs.map { run in
      var run = run
      let wobble = run.build == "b" ? 1 + Judging.wobble[(run.round - 1) % 10] : 1
      run.steps = [("before", 7e6), ("s", 1e6), ("s", 2e6)].enumerated().map { index, step in
        var record = Replay.step(of: step.0)
        record.label = "step \(index)"
        let isSlower = index == 2 && run.build == "b"
        record.inside.cpu = .nanoseconds(Int64(step.1 * wobble * (isSlower ? factor : 1)))
        return record
      }
      return run
    }
    return judging
  }

  @Test func `a story's own steps are reported, but are not gated`() throws {
    let judgement = try judging(factor: 1.05).judgement()
    #expect(judgement.outcome == .passed)
    let steps = judgement.others.filter { $0.name.step != nil && $0.name.metric == .cpuTime }
    #expect(
      steps.map(\.name.description) == [
        "cpu-time of s, step 1 (step 1)", "cpu-time of s, step 2 (step 2)",
      ])
    #expect(steps.map { $0.outcome.verdict } == [.unchanged, .regressed])
  }

  @Test func `a step of a duet has no wall time of its own`() throws {
    let gate = Gate(metric: .wallTime, steps: true)
    let judgement = try judging(factor: 1).judgement([gate])
    #expect(judgement.gated.count == 3)
    #expect(
      judgement.gated.map(\.outcome)
        == Array(repeating: .missing(.missing(build: "b")), count: 3))
  }

  @Test func `a step's instructions are compared`() throws {
    var judging = Judging("s", .instructions, factor: 1, rounds: 2, kind: .counted)
    judging.runs = judging.runs.map { run in
      var run = run
      var step = Replay.step(of: "s")
      step.instructions = run.build == "b" ? 1100 : 1000
      run.steps = [step]
      return run
    }
    let judgement = try judging.judgement([Gate(metric: .instructions, steps: true)])
    let result = try #require(judgement.gated[1].outcome.result)
    #expect(result.kind == .counted && isNear(result.value.point, 1.1))
  }

  @Test func `the requests of a load are judged by their latencies, and by nothing else`() throws {
    var judging = Judging("day", .latencyP50, factor: 1, value: 1e6)
    judging.runs = judging.runs.map { run in
      var run = run
      let wobble = run.build == "b" ? 1 + Judging.wobble[(run.round - 1) % 10] : 1
      var load = Replay.step(of: "day")
      load.inside.cpu = .nanoseconds(Int64(1e6 * wobble))
      load.latencies = StepLatencies(
        (1...40).map { Int64(1e6 * wobble) + $0 * 10_000 }, of: ["a", "b"],
        at: (0..<40).map { $0 / 20 })
      run.steps = [load]
      return run
    }
    func names(_ metric: Metric) throws -> [String] {
      try judging.judgement([Gate(metric: metric, steps: true)]).gated.map(\.name.description)
    }
    #expect(
      try names(.latencyP50) == [
        "latency-p50 of day", "latency-p50 of day, step 2 (a)", "latency-p50 of day, step 3 (b)",
      ])
    #expect(try names(.cpuTime) == ["cpu-time of day"])
    let gated = try judging.judgement([Gate(metric: .latencyP50, steps: true)]).gated
    #expect(gated.allSatisfy { $0.outcome.result != nil })
  }

  @Test func `steps are gated if the gate says so`() throws {
    let judgement = try judging(factor: 1.05).judgement([Gate(metric: .cpuTime, steps: true)])
    #expect(judgement.verdicts == [.unchanged, .unchanged, .regressed])
    #expect(judgement.outcome == .regression)
    #expect(!judgement.others.contains { $0.name.step != nil && $0.name.metric == .cpuTime })
  }
}
