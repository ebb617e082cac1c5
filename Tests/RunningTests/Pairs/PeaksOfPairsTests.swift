import DriverProtocol
import Metrics
import Recording
import Testing

@testable import Running

/// The room that pairs made at once need.
@Suite struct PeaksOfPairsTests {
  private func pair(of story: String, _ peak: Bytes) -> Pair<Run> {
    let planned = PairPlan(
      stories: [story], baseline: "a", candidate: "b", rounds: 1...1, seed: 1
    ).pairs[0]
    func run(_ side: PairSide) -> Run {
      var run = RunMaking.run(planned.run(of: side, kind: .duet))
      run.steps[0].outside.peakMemory = peak
      return run
    }
    return Pair(baseline: run(.baseline), candidate: run(.candidate))
  }

  @Test func `what a run alone took of what it started is not forgotten with the first pair`() {
    let peaks = PeaksOfPairs(in: 8 << 30, within: nil, alone: ["one": 5e9, "two": 1e6])
    peaks.note(pair(of: "one", 50_000_000))
    peaks.note(pair(of: "two", 1_000_000))
    #expect(!peaks.leaveRoom(for: ["one", "two", "one", "two"]))
    #expect(peaks.leaveRoom(for: ["two", "two"]))
  }

  @Test func `a pair that took more than the run alone counts`() {
    let peaks = PeaksOfPairs(in: 8 << 30, within: nil, alone: ["one": 1e6])
    #expect(peaks.leaveRoom(for: ["one", "one"]))
    peaks.note(pair(of: "one", 2_000_000_000))
    #expect(!peaks.leaveRoom(for: ["one", "one"]))
  }

  @Test func `the most of all steps counts, with what they started, and what is outside of them`() {
    var run = pair(of: "one", 20_000_000).baseline
    #expect(run.peakOfAll == 20e6)
    run.measurements[.outsidePeakMemory] = 30e6
    #expect(run.peakOfAll == 30e6)
    run.steps[0].tree = TreeCost(
      Cost(cpu: .zero, peakMemory: 90_000_000), processes: 3, peakCgroupMemory: nil,
      source: .children)
    #expect(run.peakOfAll == 90e6)
    run.ending = .failed(RunFailure(reason: .crashed, message: "Gone."))
    #expect(run.peakOfAll == nil)
  }
}
