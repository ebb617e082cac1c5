import DriverProtocol
import Metrics
import Recording
import TestSupport
import Testing

@testable import Analysis

/// What is told of runs that count allocations, and that they disturb no other value.
struct AllocationFindingTests {
  private func analysis(
    _ counts: [Double], threads: Int = 1, failed: RunFailure.Reason? = nil
  ) -> ExperimentAnalysis {
    var step = Replay.step(of: "list")
    step.allocations = AllocationCost(
      allocations: 1, frees: 0, allocatedBytes: 1, peakLiveBytes: 1, live: nil, threads: threads)
    let measured = Replay.run("list", on: "checked", [.cpuTime: 5])
    let counted = counts.enumerated().map {
      Replay.run(
        "list", on: "checked", kind: .allocations, round: $0 + 1, [.allocations: $1],
        failed: failed, steps: [step])
    }
    return ExperimentAnalysis(
      Replay.experiment(builds: Replay.builds("checked"), allocationRounds: counts.count),
      runs: [measured] + counted)
  }

  @Test func `allocation counts that repeat raise no finding, and enter no other metric`() {
    let analysis = analysis([7, 7, 7])
    #expect(analysis.findings == [])
    #expect(analysis.experiment.plannedRuns == 4)
    #expect(analysis.measuredRuns.map(\.kind) == [.solo])
    #expect(analysis.metrics == [.cpuTime, .allocations])
  }

  @Test func `allocation counts that differ by one are reported with a possible cause`() {
    expectSnapshot(
      analysis([7, 8, 7]).findings.map(\.description)
        + analysis([7, 8], threads: 3).findings.map(\.description), named: "not-repeated",
      stating: "'list' on 'checked'", "7 to 8 over 3 runs", "One thread", "7 to 8 over 2 runs",
      "3 of its threads")
  }

  @Test func `a failure to count allocations is reported apart from failed runs`() {
    let analysis = analysis([1, 2], failed: .notMeasured)
    #expect(
      analysis.findings == [
        .failedCounts(
          [CountedSide(story: "list", build: "checked")], count: 2, of: 2,
          reason: analysis.failures[0].failure.message, kind: .allocations)
      ])
    #expect(analysis.runsThatFailed.isEmpty)
  }
}
