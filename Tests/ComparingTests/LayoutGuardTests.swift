import MetricCatalog
import Recording
import Scenarios
import Statistics
import Testing

@testable import Comparing

/// Minor faults stand in for the instructions.
struct LayoutGuardTests {
  private func judgement(time: Double, instructions: Double?, layouts: Int = 1) throws -> Judgement
  {
    var judging = Judging()
    judging.layouts = layouts
    judging.add("s", factor: time)
    if let instructions {
      for round in 0..<1 {
        judging.add("s", "a", .minorFaults, 1e6, round, .duet)
        judging.add("s", "b", .minorFaults, 1e6 * instructions, round, .duet)
      }
    }
    return try Judgement(
      judging.analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)],
      rule: .standard, instructions: .minorFaults)
  }

  @Test(arguments: [1.02, 0.98])
  func `a small change with the same instructions is a warning, not a verdict`(
    _ time: Double
  ) throws {
    let judgement = try judgement(time: time, instructions: 1.0005)
    #expect(judgement.verdicts == [.inconclusive])
    #expect(judgement.gated[0].outcome.verdict?.isLayoutSuspect == true)
    #expect(judgement.outcome == .inconclusive)
  }

  @Test(arguments: [(1.02, 1.002), (1.03, 1.0), (1.02, nil)])
  func `more instructions, a greater change or no count leave the regression`(
    _ time: Double, _ instructions: Double?
  ) throws {
    let judgement = try judgement(time: time, instructions: instructions)
    #expect(judgement.verdicts == [.regressed])
    #expect(judgement.gated[0].outcome.verdict?.isLayoutSuspect == false)
  }

  @Test func `a change that holds over layouts is not suspect`() throws {
    let judgement = try judgement(time: 1.02, instructions: 1, layouts: 10)
    #expect(judgement.verdicts == [.regressed])
    #expect(judgement.gated[0].outcome.verdict?.evidence == .layouts(10, pairs: 30))
  }

  @Test func `a change that some layouts make is none`() throws {
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
