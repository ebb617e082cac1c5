import Metrics
import Recording
import TestSupport
import Testing

@testable import Analysis

/// What is told of runs that count instructions, and that they disturb no other value.
struct CountFindingTests {
  private func analysis(_ counts: [Double], failed: RunFailure.Reason? = nil) -> ExperimentAnalysis
  {
    let measured = Replay.run("list", on: "checked", [.cpuTime: 5])
    let counted = counts.enumerated().map {
      Replay.run(
        "list", on: "checked", kind: .counted, round: $0 + 1, [.instructions: $1], failed: failed)
    }
    return ExperimentAnalysis(
      Replay.experiment(builds: Replay.builds("checked"), countedRounds: counts.count),
      runs: [measured] + counted)
  }

  @Test func `counts that repeat within two millionths raise no finding`() {
    #expect(analysis([1_000_000, 1_000_000, 1_000_002]).findings == [])
    #expect(analysis([1_000_000]).findings == [])
    #expect(analysis([0, 0]).findings == [])
  }

  @Test func `counts that differ by more than two millionths are reported`() {
    let finding = Finding.unsteadyCounts(
      story: "list", build: "checked", minimum: 1_000_000, maximum: 1_000_003, runs: 3)
    #expect(analysis([1_000_003, 1_000_000, 1_000_001]).findings == [finding])
    expectSnapshot(
      [finding.description], named: "not-repeated", stating: "3 millionths over 3 runs",
      "1000000 to 1000003")
    let far = Finding.unsteadyCounts(
      story: "list", build: "checked", minimum: 1_000_000, maximum: 1_123_456, runs: 3)
    #expect(far.description.contains("differ by 12 % over"))
  }

  @Test func `a failure to count instructions is reported apart from failed runs`() {
    let side = CountedSide(story: "list", build: "checked")
    let finding = Finding.failedCounts([side], count: 2, of: 2, reason: "It failed.")
    #expect(analysis([1, 2], failed: .crashed).findings == [finding])
    expectSnapshot(
      [finding.description], named: "failed", stating: "2 of 2 runs", "'list' on 'checked'",
      "It failed.")
    let many = Finding.failedCounts(
      ["list", "add", "sum"].map { CountedSide(story: $0, build: "b") }, count: 3, of: 6,
      reason: "It failed.")
    expectSnapshot(
      [many.description], named: "many-failed", stating: "3 of 6 runs",
      "'list' on 'b', 'add' on 'b' and 1 more", "It failed.")
  }

  @Test func `a failed count is not a failed run of the app`() {
    let analysis = analysis([1, 2], failed: .crashed)
    #expect(analysis.failures.count == 2 && analysis.runsThatFailed.isEmpty)
  }

  @Test func `a decision that goes on without counts does not report failed counts again`() {
    var experiment = analysis([1], failed: .crashed).experiment
    experiment.decision = Decision(
      purpose: .check, baseline: "checked", candidate: "checked", rule: .standard,
      uncounted: "counting failed")
    let runs = analysis([1], failed: .crashed).runs
    #expect(
      !ExperimentAnalysis(experiment, runs: runs).findings.contains {
        if case .failedCounts = $0 { true } else { false }
      })
  }

  @Test func `counted runs are planned apart from others, and enter no other metric`() throws {
    let analysis = analysis([7, 7, 7])
    #expect(analysis.experiment.plannedRuns == 4)
    #expect(analysis.measuredRuns.map(\.kind) == [.solo])
    #expect(analysis.countedRuns.count == 3)
    #expect(analysis.metrics == [.cpuTime, .instructions])
    let cell = Cell(story: "list", build: "checked", metric: .cpuTime)
    #expect(analysis.measurements(of: cell).map(\.value) == [5])
  }
}
