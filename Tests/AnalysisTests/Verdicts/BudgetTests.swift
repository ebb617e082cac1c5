import Analysis
import DriverProtocol
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

struct BudgetTests {
  private func judgement(_ values: [Double], budget: Double) throws -> Judgement {
    var judging = Judging()
    for (round, value) in values.enumerated() {
      judging.add("s", "b", .peakMemory, value, round, .solo)
    }
    return try judging.judgement([Gate(metric: .peakMemory, limit: .budget(budget))])
  }

  private let values = [64.1e6, 64.3e6, 63.9e6, 64.2e6, 64.0e6, 64.2e6]

  @Test(arguments: [(66e6, Verdict.withinGate), (64.15e6, .inconclusive), (62e6, .regressed)])
  func `a mean is within its budget, above it, or too close to decide`(
    _ budget: Double, _ expected: Verdict
  ) throws {
    let judgement = try judgement(values, budget: budget)
    #expect(judgement.verdicts == [expected])
    let result = try #require(judgement.gated[0].outcome.result)
    #expect(result.bound == budget && result.evidence == .values(6))
    // scipy: stats.t.interval(0.95, 5, mean, sem)
    #expect(isNear(result.value.point, 64_116_666.666666664))
    #expect(abs(result.value.lower - 63_962_194) < 1)
  }

  @Test func `a budget of anonymous memory is judged by the runs in which it is exact`() throws {
    var judging = Judging()
    for round in 0..<3 {
      judging.add("s", "b", .peakAnonymousMemory, 64.4e6, round, .fixedAddresses)
    }
    for round in 0..<10 { judging.add("s", "b", .peakAnonymousMemory, 63.6e6, round, .solo) }
    let result = try #require(
      try judging.judgement([Gate(metric: .peakAnonymousMemory, limit: .budget(64e6))])
        .gated[0].outcome.result)
    #expect(result.verdict == .regressed && result.kind == .fixedAddresses)
  }

  @Test func `a budget needs no baseline`() throws {
    #expect(try judgement(values, budget: 66e6).outcome == .passed)
  }

  @Test func `a budget needs at least two runs`() throws {
    #expect(try judgement([64e6], budget: 66e6).gated[0].outcome == .missing(.tooFew(1)))
  }

  @Test
  func
    `the p value of a budget is multiplied by the number of looks and interim analyses`()
    throws
  {
    var judging = Judging()
    for (round, value) in values.enumerated() {
      judging.add("s", "b", .peakMemory, value, round, .solo)
    }
    let gates = [Gate(metric: .peakMemory, limit: .budget(64e6))]
    let once = try judging.judgement(gates).gated[0].outcome.result?.pValue
    let adaptive = try judging.judgement(gates, rule: .adaptive).gated[0].outcome.result?.pValue
    // scipy: stats.t.sf((mean - 64e6) / sem, 5)
    let p = try #require(once)
    #expect(abs(p - 0.05493325051711611) < 1e-9)
    #expect(adaptive == 11 * p)
  }

  @Test func `a step's budget of CPU time is not judged by runs that were made for memory`() throws
  {
    var judging = Judging("s", .peakMemory, factor: 1, rounds: 3, kind: .fixedAddresses)
    judging.add("s", factor: 1, rounds: 10)
    judging.runs = judging.runs.map { run in
      var run = run
      var step = Replay.step(of: "s")
      step.inside.cpu = .nanoseconds(run.kind == .duet ? 100 + run.round : 900)
      run.steps = [step]
      return run
    }
    let judgement = try judging.judgement([
      Gate(metric: .cpuTime, steps: true, limit: .budget(200))
    ])
    let result = try #require(judgement.gated[1].outcome.result)
    #expect(result.evidence == .values(10) && result.kind == .duet)
    #expect(result.value.point == 105.5)
  }

  @Test func `a single solo run is not preferred to pairs if there are enough of them`() throws {
    var judging = Judging("s", factor: 1, rounds: 10)
    judging.add("s", "b", .cpuTime, 1e9, 10, .solo)
    let gate = Gate(metric: .cpuTime, limit: .budget(2e8))
    let result = try #require(judging.judgement([gate]).gated[0].outcome.result)
    #expect(result.evidence == .values(10) && result.kind == .duet)
  }

  @Test func `a metric can have a budget in addition to a gate on its growth`() throws {
    let judging = Judging("s", .peakMemory, factor: 1, value: 64e6)
    let judgement = try judging.judgement([
      Gate(metric: .peakMemory, limit: .change(0.01)),
      Gate(metric: .peakMemory, limit: .budget(60e6)),
    ])
    #expect(judgement.verdicts == [.unchanged, .regressed])
  }

  @Test func `a later gate on the growth of a story replaces an earlier gate`() throws {
    var judging = Judging("s", factor: 1.03)
    judging.add("t", factor: 1.03)
    let judgement = try judging.judgement([
      Gate(metric: .cpuTime), Gate(metric: .cpuTime, stories: ["t"], limit: .change(0.1)),
    ])
    #expect(judgement.gated.map(\.name.story) == ["s", "t"])
    #expect(judgement.verdicts == [.regressed, .withinGate])
  }
}
