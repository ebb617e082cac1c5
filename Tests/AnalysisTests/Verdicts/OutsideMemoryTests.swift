import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

@testable import Analysis

/// Peaks of whole runs beside those of their steps, in MB: what only moved is not improved, and what grew outside
/// is worse.
struct OutsideMemoryTests {
  /// Ten pairs of a story with such peaks on both sides, with noise of 0.3 %.
  private func judging(steps: (Double, Double), outside: (Double, Double)) -> Judging {
    var judging = Judging()
    for round in 0..<10 {
      for (build, own, rest) in [("a", steps.0, outside.0), ("b", steps.1, outside.1)] {
        let wobble = build == "b" ? 1 + Judging.wobble[round] : 1
        let (own, rest) = (own * wobble * 1e6, rest / wobble * 1e6)
        judging.add("s", build, .peakMemory, own, round, .duet)
        judging.add("s", build, .outsidePeakMemory, rest, round, .duet)
        judging.add("s", build, .wholePeakMemory, max(own, rest), round, .duet)
      }
    }
    return judging
  }

  private func names(_ judgement: Judgement) -> [String] {
    judgement.gated.map { "\($0.name.metric.id): \($0.outcome.verdict?.rawValue ?? "none")" }
  }

  private let gates = [Gate(metric: .peakMemory)]

  @Test func `a peak that only moved outside of the steps is no improvement`() throws {
    let judgement = try judging(steps: (100, 60), outside: (50, 100)).judgement(gates)
    #expect(names(judgement) == ["peak-memory: inconclusive"])
    let moved = try #require(judgement.gated[0].outcome.result?.moved)
    #expect(moved.way == .outsidePeak && moved.before == 50e6 && abs(moved.after - 100e6) < 1e6)
    #expect(judgement.reservations == [.moved(moved)])
  }

  @Test
  func `a smaller peak is an improvement if the peak outside of steps is unchanged or stays lower`()
    throws
  {
    let startup = try judging(steps: (100, 60), outside: (150, 150)).judgement(gates)
    #expect(names(startup) == ["peak-memory: improved"])
    let below = try judging(steps: (100, 60), outside: (40, 55)).judgement(gates)
    #expect(names(below) == ["peak-memory: improved"])
  }

  @Test func `a peak that grows outside of the steps is a regression if it is the peak of the run`()
    throws
  {
    let above = try judging(steps: (100, 100), outside: (90, 130)).judgement(gates)
    #expect(names(above) == ["peak-memory: unchanged", "whole-peak-memory: regressed"])
    #expect(above.outcome == .regression)
    let below = try judging(steps: (100, 100), outside: (50, 90)).judgement(gates)
    #expect(names(below) == ["peak-memory: unchanged"] && below.guards.isEmpty)
  }

  @Test func `growth outside of the steps within the gate's limit is no regression`() throws {
    let gates = [Gate(metric: .peakMemory, limit: .change(0.5))]
    let judgement = try judging(steps: (100, 100), outside: (110, 130)).judgement(gates)
    #expect(names(judgement) == ["peak-memory: unchanged"])
  }
}
