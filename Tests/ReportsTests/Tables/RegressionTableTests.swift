import Analysis
import Metrics
import Recording
import Scenarios
import Tables
import TestSupport
import Testing

@testable import Reports

struct RegressionTableTests {
  private func row(
    _ experiment: Experiment, _ runs: [Run], _ gate: Gate
  ) throws -> [Table.Cell] {
    let decision = try #require(experiment.decision)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: decision.baseline,
      candidate: decision.candidate, gates: [gate])
    let found = TrackedRegression.all(in: [(experiment, judgement)])
    let table = try Table.regressions(found.map { ($0, .new) })
    return try #require(table.sections.flatMap(\.rows).first)
  }

  @Test func `only what a budget forbids is said to be above it`() throws {
    let check = Replay.check(5, "c5", against: "v1", 20)
    let budget = try row(
      check.experiment, check.runs, Gate(metric: .cpuTime, limit: .budget(1.05e8)))
    #expect(budget[4] == .missing("it is above its budget"))
    #expect(budget[7] == .text("its budget"))

    let runs = ["v1", "work tree"].map { build in
      var run = Replay.run("list", on: build, kind: .cycles, [.retainedBytes: 0])
      run.cycles = Replay.cycles(keeping: 47)
      return run
    }
    let kept = try row(check.experiment, runs, Gate(metric: .retainedBytes))
    #expect(kept[4] == .missing("each cycle keeps more than its gate allows"))
    #expect(kept[7] == .text("v1"))
  }

  @Test func `the commit is the one that was checked, not that of the files in place`() throws {
    var check = Replay.check(5, "c5", against: "v1", 20)
    check.experiment.builds[1].revision?.commit = "2222222bb"
    let row = try row(check.experiment, check.runs, Gate(metric: .cpuTime))
    #expect(row[6] == .text("2222222"))
  }
}
