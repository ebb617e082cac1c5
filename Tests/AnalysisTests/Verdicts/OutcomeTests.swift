import Analysis
import Foundation
import Metrics
import Recording
import TestSupport
import Testing

@Suite struct OutcomeTests {
  /// The exit codes that README and every command's help promise.
  @Test(
    arguments: [
      (.passed, 0, 0, 0), (.inconclusive, 0, 0, 4), (.notComparable, 5, 5, 5),
      (.regression, 0, 2, 2), (.appFailed, 3, 3, 3), (.toolFailed, 1, 1, 1),
      (.interrupted, 130, 130, 130),
    ] as [(Outcome, Int32, Int32, Int32)])
  func `the purpose of a comparison decides which outcomes fail`(
    _ outcome: Outcome, _ comparison: Int32, _ check: Int32, _ strict: Int32
  ) {
    #expect(outcome.weighed(for: .comparison).exitCode == comparison)
    #expect(outcome.weighed(for: .qualification).exitCode == comparison)
    #expect(outcome.weighed(for: .check).exitCode == check)
    #expect(outcome.weighed(for: .strictCheck).exitCode == strict)
  }

  @Test func `the worst of several outcomes counts, not the greatest exit code`() {
    #expect(
      Outcome.allCases.shuffled().sorted()
        == [
          .passed, .inconclusive, .notComparable, .regression, .appFailed, .toolFailed,
          .interrupted,
        ])
    #expect([.regression, .notComparable, .inconclusive].max() == Outcome.regression)
    #expect([.appFailed, .regression, .notComparable].max() == Outcome.appFailed)
  }

  @Test func `the worst run decides the outcome, and an incomplete experiment is interrupted`() {
    func outcome(_ runs: Run..., isComplete: Bool = true) -> Outcome {
      var experiment = Replay.experiment()
      experiment.completedAt = isComplete ? Date(timeIntervalSince1970: 9) : nil
      return ExperimentAnalysis(experiment, runs: runs).outcome
    }
    let passed = Replay.run("list", on: "checked")
    func failed(_ reason: RunFailure.Reason) -> Run {
      Replay.run("list", on: "checked", round: 2, failed: reason)
    }
    #expect(outcome(passed) == .passed)
    #expect(outcome(passed, failed(.crashed)) == .appFailed)
    #expect(outcome(passed, failed(.notMeasured)) == .toolFailed)
    #expect(outcome(failed(.notMeasured), failed(.wrongOutcome)) == .appFailed)
    #expect(outcome(failed(.crashed), isComplete: false) == .interrupted)
  }

  @Test func `an explanation passes even if its calls can't be counted`() {
    func outcome(_ purpose: Decision.Purpose, of metric: Metric?, _ kind: RunKind) -> Outcome {
      var experiment = Replay.experiment()
      experiment.decision = Decision(
        purpose: purpose, baseline: "checked", candidate: "unchecked", rule: .standard,
        explained: metric)
      experiment.completedAt = Date(timeIntervalSince1970: 9)
      let run = Replay.run("list", on: "checked", kind: kind, failed: .crashed)
      return ExperimentAnalysis(experiment, runs: [Replay.run("list", on: "checked"), run]).outcome
    }
    #expect(outcome(.explanation, of: nil, .counted) == .passed)
    #expect(outcome(.check, of: nil, .counted) == .toolFailed)
    // Who allocates is all that was asked.
    #expect(outcome(.explanation, of: .allocations, .allocations) == .toolFailed)
    #expect(outcome(.explanation, of: nil, .duet) == .appFailed)
  }
}
