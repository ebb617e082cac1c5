import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

/// What a control does to verdicts.
@Suite struct ControlTests {
  /// Three stories: one that is 3 % slower, one that is 3 % faster, one that is the same; and a control
  /// that takes `factor` times as much on the copy.
  private func judging(
    _ factor: Double, pairs: Int = 10, noise: Double = 1, failed: RunFailure.Reason? = nil
  ) -> ExperimentAnalysis {
    var judging = Judging("slow", factor: 1.03)
    judging.add("fast", factor: 0.97)
    judging.add("same", factor: 1)
    judging.add("slow", .minorFaults, factor: 1.03, value: 1e6)
    var runs = judging.runs
    for round in 0..<pairs {
      for (build, value) in [
        ("a", 1e8), ("a again", 1e8 * factor * (1 + noise * Judging.wobble[round % 10])),
      ] {
        let fails = failed != nil && round == 1 && build == "a again"
        runs.append(
          Replay.run(
            "same", on: build, kind: .control, round: round + 1, [.cpuTime: value],
            failed: fails ? failed : nil))
      }
    }
    var experiment = judging.analysis.experiment
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard,
      control: Decision.Control(story: "same", isCopy: true))
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private static let gates = [
    Gate(metric: .cpuTime), Gate(metric: .minorFaults, stories: ["slow"]),
    Gate(metric: .cpuTime, stories: ["slow"], limit: .budget(1e7)),
  ]

  private func judgement(_ analysis: ExperimentAnalysis) throws -> Judgement {
    try Judgement(analysis, baseline: "a", candidate: "b", gates: Self.gates)
  }

  @Test func `a control that did not move leaves every verdict as it is`() throws {
    let judgement = try judgement(judging(1.001))
    #expect(
      judgement.verdicts == [.regressed, .improved, .unchanged, .regressed, .regressed])
    let control = try #require(judgement.control)
    #expect(!control.hasMoved && control.pairs == 10 && control.move == nil)
    #expect(judgement.outcome == .regression)
  }

  @Test func `if the control moved, no verdict that compares times is left, good or bad`() throws {
    let judgement = try judgement(judging(1.013))
    #expect(
      judgement.verdicts == [.inconclusive, .inconclusive, .inconclusive, .regressed, .regressed])
    let moves = judgement.gated.map { $0.outcome.result?.controlMove != nil }
    // Faults are counted whatever time they take, and a budget is a number.
    #expect(moves == [true, true, true, false, false])
    let move = try #require(judgement.control?.move)
    #expect(abs(move.point - 1.013) < 5e-4 && move.lower > 1.01 && move.upper < 1.017)
    // What was measured is told all the same.
    #expect(try #require(judgement.gated[0].outcome.result).value.point > 1.02)
  }

  @Test func `if the control moved, a regression of time fails only a strict check`()
    throws
  {
    let judgement = try Judgement(
      judging(0.98), baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)])
    #expect(judgement.outcome == .inconclusive)
    #expect(judgement.outcome.weighed(for: .check) == .passed)
    #expect(judgement.outcome.weighed(for: .strictCheck).exitCode == 4)
  }

  @Test func `a move of the control within the floor does not count, however significant it is`()
    throws
  {
    let judgement = try judgement(judging(1.004, noise: 0.1))
    let control = try #require(judgement.control)
    #expect(try #require(control.pValue) <= 0.01)
    #expect(!control.hasMoved && judgement.outcome == .regression)
  }

  @Test func `a large move of the control that is not significant does not count`() throws {
    let judgement = try judgement(judging(1.01, noise: 10))
    #expect(judgement.control?.hasMoved == false)
  }

  @Test func `eight pairs can show that the control moved, but seven can not`() throws {
    #expect(try judgement(judging(1.05, pairs: 7)).control?.hasMoved == false)
    #expect(try judgement(judging(1.05, pairs: 8)).control?.hasMoved == true)
  }

  @Test func `a failed control changes no verdict, and is no failure of the app`() throws {
    let judgement = try judgement(judging(1.05, failed: .crashed))
    #expect(judgement.control?.hasMoved == false && judgement.control?.ratio == nil)
    #expect(judgement.control?.objection == "a run of it failed: It failed")
    #expect(judgement.failures.isEmpty && judgement.outcome == .regression)
  }

  @Test func `the runs of the control are left out of summaries`() throws {
    let analysis = judging(1.013)
    #expect(analysis.controlRuns.count == 20 && !analysis.runs.contains { $0.kind == .control })
    #expect(analysis.allRuns.count == analysis.runs.count + 20)
    let cell = Cell(story: "same", build: "a", metric: .cpuTime)
    #expect(analysis.measurements(of: cell).count == 30)
    #expect(
      analysis.measurements(of: Cell(story: "same", build: "a again", metric: .cpuTime)).isEmpty)
  }

  @Test func `an experiment that declares no control has none`() throws {
    let judging = Judging("s", factor: 1)
    #expect(try judging.judgement().control == nil)
  }
}
