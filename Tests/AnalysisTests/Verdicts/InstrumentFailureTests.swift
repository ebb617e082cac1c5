import Metrics
import Recording
import Scenarios
import Testing

@testable import Analysis

/// What fails beside the app: counters, and what only some runs are for.
struct InstrumentFailureTests {
  private func judging(
    _ failed: RunFailure.Reason?, _ kind: RunKind = .counted, on builds: [String] = ["a", "b"],
    factor: Double = 1.02
  ) -> Judging {
    var judging = Judging("s", factor: factor)
    for build in builds {
      judging.add("s", build, .instructions, 1e6, 0, kind, failed: failed)
    }
    return judging
  }

  @Test(arguments: [
    RunFailure.Reason.crashed, .exited, .notMeasured, .protocolBroken, .wrongOutcome, .timedOut,
  ])
  func `a failed count leaves the verdict as it is`(_ reason: RunFailure.Reason) throws {
    let regressed = try judging(reason).judgement()
    #expect(regressed.verdicts == [.regressed])
    #expect(regressed.failures.isEmpty)
    #expect(regressed.outcome == .regression)
    #expect(try judging(reason, factor: 1).judgement().outcome == .passed)
  }

  @Test func `if instructions are gated, a failed count is the tool's failure`()
    throws
  {
    let judgement = try judging(.crashed, on: ["b"], factor: 1)
      .judgement([Gate(metric: .cpuTime), Gate(metric: .instructions)])
    #expect(
      judgement.gated.map(\.outcome.weight) == [.passed, .toolFailed])
    #expect(judgement.gated[1].outcome == .unmeasured(build: "b", count: 1, of: 1))
    #expect(judgement.outcome == .toolFailed)
  }

  @Test func `if addresses can't be fixed, memory is judged by pairs`() throws {
    var judging = judging(.notMeasured, .fixedAddresses, factor: 1)
    judging.add("s", .peakMemory, factor: 1)
    let judgement = try judging.judgement([Gate(metric: .peakMemory)])
    #expect(judgement.failures.isEmpty && judgement.outcome == .passed)
    // A crash there is the app's, as anywhere.
    #expect(try self.judging(.crashed, .fixedAddresses).judgement().outcome == .appFailed)
  }

  @Test func `builds with different outcomes are both named, whichever runs failed`()
    throws
  {
    for builds in [["a"], ["b"], ["a", "b"]] {
      let judgement = try judging(.outcomesDiffer, .duet, on: builds).judgement()
      #expect(judgement.gated.map(\.outcome) == [.differing(baseline: "a", candidate: "b")])
      #expect(judgement.outcome == .appFailed)
    }
    // One that also crashed is the one that is known to be wrong.
    var judging = judging(.outcomesDiffer, .duet)
    judging.add("s", "b", .cpuTime, 1, 40, .duet, failed: .crashed)
    let outcome = try judging.judgement().gated[0].outcome
    #expect(outcome == .failed(build: "b", count: 1, of: 32))
  }
}
