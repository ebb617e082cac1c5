import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Analysis

/// Verdicts on what is allocated: three runs of each side, in which one block more is one too many.
struct AllocationVerdictTests {
  private func cell(
    _ baseline: [Double], _ candidate: [Double],
    _ limit: Gate.Limit? = nil, failed: RunFailure.Reason? = nil
  ) throws -> CellOutcome? {
    let runs = [("a", baseline), ("b", candidate)].flatMap { build, values in
      values.enumerated().map {
        Replay.run(
          "list", on: build, kind: .allocations, round: $0 + 1, [.allocations: $1],
          failed: build == "b" ? failed : nil)
      }
    }
    var experiment = Replay.experiment(builds: Replay.builds("a", "b"), allocationRounds: 3)
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .adaptive)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .allocations, limit: limit)])
    return judgement.gated.first?.outcome
  }

  @Test func `one block more is a regression, and one block less an improvement`() throws {
    let counts = [100_000.0, 100_000, 100_000]
    #expect(try cell(counts, counts.map { $0 + 1 })?.verdict == .regressed)
    #expect(try cell(counts, counts.map { $0 - 1 })?.verdict == .improved)
    #expect(try cell(counts, counts)?.verdict == .unchanged)
  }

  @Test func `a gate that allows growth passes up to exactly that growth`() throws {
    let counts = [1000.0, 1000, 1000]
    #expect(try cell(counts, [1010, 1010, 1010], .change(0.01))?.verdict == .withinGate)
    #expect(try cell(counts, [1011, 1011, 1011], .change(0.01))?.verdict == .regressed)
  }

  @Test func `a budget is exact to one block`() throws {
    let counts = [23.0, 23, 23]
    #expect(try cell(counts, counts, .budget(23))?.verdict == .withinGate)
    #expect(try cell(counts, counts, .budget(22))?.verdict == .regressed)
  }

  @Test func `counts that do not repeat regress only if their ranges do not overlap`() throws {
    let counts = [100.0, 105, 110]
    #expect(try cell(counts, [108, 120, 130])?.verdict == .inconclusive)
    #expect(try cell(counts, [111, 120, 130])?.verdict == .regressed)
  }

  @Test func `growth from a baseline of 0 is judged by its amount`() throws {
    let none = [0.0, 0, 0]
    let cell = try cell(none, [5, 5, 5])
    #expect(cell?.verdict == .regressed && cell?.result?.bound == 0)
    guard case .mean(let found)? = cell?.result?.value else {
      Issue.record("\(String(describing: cell))")
      return
    }
    #expect([found.point, found.lower, found.upper] == [5, 5, 5])
    #expect(try self.cell(none, none)?.verdict == .unchanged)
    // A tenth of nothing is nothing.
    #expect(try self.cell(none, [1, 1, 1], .change(0.1))?.verdict == .regressed)
    #expect(try self.cell([4, 4, 4], none)?.verdict == .improved)
  }

  @Test func `if the baseline is 0 at times, growth is judged against its maximum`() throws {
    #expect(try cell([0.0, 3, 5], [6, 7, 9])?.verdict == .regressed)
    #expect(try cell([0.0, 3, 5], [2, 7, 9])?.verdict == .inconclusive)
  }

  @Test func `a failed count is no regression`() throws {
    let counts = [1.0, 1, 1]
    #expect(
      try cell(counts, counts, failed: .crashed)
        == .unmeasured(build: "b", count: 3, of: 3))
  }
}
