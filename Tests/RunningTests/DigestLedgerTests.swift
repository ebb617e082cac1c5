import Metrics
import Recording
import Testing

@testable import Running

@Suite struct DigestLedgerTests {
  private let runs = RunMaking.plan().runs
  private var ledger = DigestLedger()

  @Test mutating func `runs with the same outcomes pass unchanged`() {
    for run in runs.map({ RunMaking.run($0) }) {
      #expect(ledger.checked(run) == run)
    }
  }

  @Test mutating func `if builds have different outcomes, both are named and neither is blamed`() {
    _ = ledger.checked(RunMaking.run(runs[0], digests: ["1f", "aa"]))
    let checked = ledger.checked(RunMaking.run(runs[1], digests: ["1f", "bb"]))
    #expect(
      checked.failure
        == RunFailure(
          reason: .outcomesDiffer,
          message: """
            The builds differ in their outcome: '\(runs[0].build)' led to digest aa (run 1), \
            '\(runs[1].build)' to bb. The scenario's 'expect' allows both, so it is \
            not known which of them is wrong.
            """,
          step: StepName("list: list filter=all")))
    #expect(checked.measurements.isEmpty)
    #expect(checked.steps.count == 2)
  }

  @Test mutating func `a build that does not repeat its own outcome is reported alone`() {
    let own = RunMaking.plan().runs.filter { $0.build == runs[0].build }
    _ = ledger.checked(RunMaking.run(own[0], digests: ["aa"]))
    let checked = ledger.checked(RunMaking.run(own[1], digests: ["bb"]))
    #expect(
      checked.failure
        == RunFailure(
          reason: .notRepeated,
          message: "Led to digest bb; run \(own[0].round), on the same build, had led "
            + "to aa. The outcome does not repeat.", step: StepName("list: list filter=all")))
  }

  @Test(arguments: [true, false])
  mutating func `if the sides of a pair differ, both fail, whichever was started first`(
    _ isBaselineFirst: Bool
  ) {
    var (baseline, candidate) = (
      RunMaking.run(runs[0], digests: ["aa"]), RunMaking.run(runs[1], digests: ["bb"])
    )
    if !isBaselineFirst { swap(&baseline, &candidate) }
    let pair = ledger.checked(Pair(baseline: baseline, candidate: candidate))
    #expect(pair.baseline.failure == pair.candidate.failure)
    #expect(pair.baseline.failure?.reason == .outcomesDiffer)
    #expect(pair.baseline.build == baseline.build && pair.candidate.build == candidate.build)
    #expect(pair.inOrder.map(\.measurements) == [[:], [:]])
  }

  @Test mutating func `the first run stays the reference for later runs`() {
    for (run, digest) in zip(runs, ["1f", "2f", "1f"]) {
      let checked = ledger.checked(RunMaking.run(run, digests: [digest]))
      #expect(checked.passed == (digest == "1f"))
    }
  }

  @Test mutating func `a step without a digest is not compared`() {
    _ = ledger.checked(RunMaking.run(runs[0], digests: [nil, "aa"]))
    #expect(ledger.checked(RunMaking.run(runs[1], digests: ["1f", "aa"])).passed)
    #expect(ledger.checked(RunMaking.run(runs[2], digests: ["1f", nil])).passed)
  }

  @Test mutating func `a failed run is not a reference for later runs`() {
    let failure = RunFailure(reason: .crashed, message: "It crashed.")
    let failed = RunMaking.run(runs[0], digests: ["2f"], ending: .failed(failure))
    #expect(ledger.checked(failed) == failed)
    #expect(ledger.checked(RunMaking.run(runs[1], digests: ["1f"])).passed)
  }

  @Test mutating func `each story is compared only with itself`() {
    let plan = RunPlan(stories: ["list", "lend"], builds: ["a"], rounds: 1, seed: 1)
    #expect(ledger.checked(RunMaking.run(plan.runs[0], digests: ["1f"])).passed)
    #expect(ledger.checked(RunMaking.run(plan.runs[1], digests: ["2f"])).passed)
  }
}
