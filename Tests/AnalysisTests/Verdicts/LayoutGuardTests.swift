import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

@testable import Analysis

/// Minor faults stand in for the instructions.
struct LayoutGuardTests {
  private func judgement(
    time: Double, instructions: Double?, layouts: Int = 1, sameCode: [String]? = nil
  ) throws -> Judgement {
    var judging = Judging()
    judging.layouts = layouts
    judging.add("s", factor: time)
    if let instructions {
      for round in 0..<1 {
        judging.add("s", "a", .minorFaults, 1e6, round, .duet)
        judging.add("s", "b", .minorFaults, 1e6 * instructions, round, .duet)
      }
    }
    var experiment = judging.analysis.experiment
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision?.sameCode = sameCode
    return try Judgement(
      ExperimentAnalysis(experiment, runs: judging.analysis.runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)], rule: .standard, instructions: .minorFaults)
  }

  @Test func `times depend on the place of the code, and waiting does not`() {
    #expect(Metric.cpuTime.isTimeOfWork && Metric.wallTime.isTimeOfWork)
    #expect(!Metric.offCPUTime.isTimeOfWork && !Metric.peakMemory.isTimeOfWork)
  }

  @Test(arguments: [1.051, 0.95])
  func `if no code can have moved, a change counts whatever the instruction counts are`(
    _ time: Double
  ) throws {
    for instructions in [1.0, nil] {
      let judgement = try judgement(time: time, instructions: instructions, sameCode: ["s"])
      #expect(judgement.verdicts == [time > 1 ? .regressed : .improved])
      #expect(judgement.gated[0].outcome.result?.layout == nil)
    }
    // Of another story it says nothing.
    #expect(
      try judgement(time: time, instructions: 1, sameCode: ["t"]).verdicts == [.inconclusive])
  }

  @Test(arguments: [1.02, 0.98])
  func `a small change with nearly equal instruction counts is suspected to be the layout`(
    _ time: Double
  ) throws {
    let judgement = try judgement(time: time, instructions: 1.0005)
    #expect(judgement.verdicts == [.inconclusive])
    #expect(judgement.gated[0].outcome.result?.layout == .suspect)
    #expect(judgement.outcome == .inconclusive)
  }

  private static let unsuspected: [(time: Double, instructions: Double?, check: LayoutCheck?)] = [
    (1.02, 1.002, .checked), (1.12, 1, nil),
    (1.02, nil, .notChecked("its instructions were not counted")),
  ]

  @Test(arguments: unsuspected)
  func `a regression stands if instructions grew, the change is large or counts are missing`(
    _ time: Double, _ instructions: Double?, _ check: LayoutCheck?
  ) throws {
    let judgement = try judgement(time: time, instructions: instructions)
    #expect(judgement.verdicts == [.regressed])
    #expect(judgement.gated[0].outcome.result?.layout == check)
  }

  @Test func `counts that do not repeat do not check the layout`() throws {
    var judging = Judging("s", factor: 1.02)
    for (round, count) in [1e6, 1.002e6].enumerated() {
      for build in ["a", "b"] { judging.add("s", build, .instructions, count, round, .counted) }
    }
    let result = try #require(try judging.judgement().gated[0].outcome.result)
    #expect(result.verdict == .regressed)
    #expect(result.layout == .notChecked("the counts of its instructions do not repeat"))
  }

  @Test func `the reason for missing counts is a failure of the story's runs, or else the plan`()
    throws
  {
    var judging = Judging("s", factor: 1.02)
    judging.add("s", "b", .instructions, 1, 0, .counted, failed: .crashed)
    #expect(
      try judging.judgement().gated[0].outcome.result?.layout
        == .notChecked("counting its instructions failed on 'b': It failed"))
    let uncounted = Judging("s", factor: 1.02)
    var experiment = uncounted.analysis.experiment
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard,
      uncounted: "'--no-layout-check' left it out")
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: uncounted.runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)])
    #expect(
      judgement.gated[0].outcome.result?.layout == .notChecked("'--no-layout-check' left it out"))
  }

  @Test func `a metric other than time, or a change that is not shown, gets no layout check`()
    throws
  {
    var judging = Judging("s", .minorFaults, factor: 1.02)
    judging.add("t", factor: 1)
    let judgement = try judging.judgement([Gate(metric: .minorFaults), Gate(metric: .cpuTime)])
    #expect(judgement.gated.compactMap(\.outcome.result).allSatisfy { $0.layout == nil })
  }

  /// Ten runs of each side that take 1 s, and use some of it on a CPU, beside equal counts of instructions.
  private func waiting(_ factor: Double, cpu: Double) throws -> JudgedCell {
    var judging = Judging()
    for round in 0..<10 {
      let scatter = 1 + Double(round % 2) * 1e-4
      for (build, factor) in [("a", 1.0), ("b", factor)] {
        judging.add("s", build, .wallTime, 1e9 * factor * scatter, round, .solo)
        judging.add("s", build, .cpuTime, cpu * scatter, round, .solo)
      }
    }
    for build in ["a", "b"] { judging.add("s", build, .instructions, 1e6, 0, .counted) }
    return try judging.judgement([Gate(metric: .wallTime)]).gated[0]
  }

  @Test func `a longer wait is not put down to the place of the code`() throws {
    // 80 ms more are four times the work.
    let result = try #require(try waiting(1.08, cpu: 2e7).outcome.result)
    #expect(result.verdict == .regressed && result.layout == nil)
    // Of 0.9 s of work they may be.
    let working = try #require(try waiting(1.08, cpu: 9e8).outcome.result)
    #expect(working.verdict == .inconclusive && working.layout == .suspect)
  }

  @Test func `the instructions of the driver say nothing about those of its children`() throws {
    var judging = Judging("s", .treeCPUTime, factor: 1.08)
    for build in ["a", "b"] { judging.add("s", build, .instructions, 1e6, 0, .counted) }
    let result = try #require(
      try judging.judgement([Gate(metric: .treeCPUTime)]).gated[0].outcome.result)
    #expect(result.verdict == .regressed)
    #expect(
      result.layout
        == .notChecked("the instructions of processes that it started are not counted"))
    // The processor counts them.
    var counted = Judging("s", .treeCPUTime, factor: 1.08)
    for build in ["a", "b"] {
      counted.add("s", build, .hardwareInstructions, 1e6, 0, .counted)
    }
    #expect(
      try counted.judgement([Gate(metric: .treeCPUTime)]).gated[0].outcome.result?.layout
        == .suspect)
  }

  @Test func `a change that holds over all layouts is not suspect`() throws {
    let judgement = try judgement(time: 1.02, instructions: 1, layouts: 10)
    #expect(judgement.verdicts == [.regressed])
    #expect(judgement.gated[0].outcome.result?.evidence == .layouts(10, pairs: 30))
  }

  @Test func `a change that only some layouts show is inconclusive`() throws {
    var judging = Judging()
    judging.layouts = 4
    for round in 0..<32 {
      judging.add("s", "a", .cpuTime, 1e8, round, .duet)
      let factor = [1.06, 1.0, 1.001, 1.05][round % 4]
      judging.add("s", "b", .cpuTime, 1e8 * factor, round, .duet)
    }
    #expect(try judging.judgement().verdicts == [.inconclusive])
    judging.layouts = 1
    #expect(try judging.judgement().verdicts == [.regressed])
  }
}
