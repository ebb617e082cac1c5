import Analysis
import Metrics
import Recording
import Scenarios
import Testing

/// The tests that share the chance of a false alarm, as far as the first pairs tell.
struct ExpectedTestsTests {
  private func expected(_ judging: Judging, _ gates: Gate...) -> Int? {
    Judgement.expectedTests(
      judging.analysis, baseline: "a", candidate: "b", gates: gates, rule: .adaptive)
  }

  /// Pairs of a story in which these metrics have the same value on both sides.
  private func judging(_ values: KeyValuePairs<Metric, Double>, pairs: Int) -> Judging {
    var judging = Judging()
    for (metric, value) in values {
      for round in 0..<pairs {
        for build in ["a", "b"] { judging.add("s", build, metric, value, round, .duet) }
      }
    }
    return judging
  }

  @Test(arguments: [1, 2, 10])
  func `a whole run is tested with the gate on its CPU time, from the first pair on`(
    _ pairs: Int
  ) throws {
    let judging = judging([.cpuTime: 1e8, .wholeCPUTime: 2e8], pairs: pairs)
    #expect(expected(judging, Gate(metric: .cpuTime)) == 2)
    guard pairs == 10 else { return }
    #expect(try judging.judgement(rule: .adaptive).testCount == 2)
  }

  @Test(arguments: [1, 10])
  func `peak memory is tested again where the candidate's peak is outside of the steps`(
    _ pairs: Int
  ) {
    for (outside, tests) in [(32e6, 1), (96e6, 2)] {
      let judging = judging(
        [.peakMemory: 64e6, .outsidePeakMemory: outside, .wholePeakMemory: max(64e6, outside)],
        pairs: pairs)
      #expect(expected(judging, Gate(metric: .peakMemory)) == tests)
    }
  }

  @Test func `a budget is one of the tests, but needs no pairs itself`() {
    let judging = judging([.cpuTime: 1e8, .peakMemory: 64e6], pairs: 2)
    let budget = Gate(metric: .peakMemory, limit: .budget(65e6))
    #expect(expected(judging, Gate(metric: .cpuTime), budget) == 2)
    #expect(expected(judging, budget) == nil)
  }

  @Test(arguments: [([1e6, 1e6, 1e6], nil), ([], 1), ([1e6, 2e6, 3e6], 1)] as [([Double], Int?)])
  func `memory needs pairs unless lone runs repeat it`(_ alone: [Double], _ tests: Int?) {
    var judging = judging([.peakAnonymousMemory: 1e6], pairs: 2)
    for (round, value) in alone.enumerated() {
      for build in ["a", "b"] {
        judging.add("s", build, .peakAnonymousMemory, value, round, .fixedAddresses)
      }
    }
    #expect(expected(judging, Gate(metric: .peakAnonymousMemory)) == tests)
  }

  @Test(arguments: [1, 10])
  func `events of which there are none are not tested, but errors may come`(_ pairs: Int) {
    let judging = judging([.cpuTime: 1e8, .majorFaults: 0, .errors: 0], pairs: pairs)
    let cpu = Gate(metric: .cpuTime)
    #expect(expected(judging, cpu, Gate(metric: .majorFaults)) == 1)
    #expect(expected(judging, cpu, Gate(metric: .errors)) == 2)
  }

  @Test func `a later gate on a cell replaces an earlier one, and proven stories need no test`() {
    var judging = judging([.cpuTime: 1e8], pairs: 2)
    let gates = (Gate(metric: .cpuTime), Gate(metric: .cpuTime, limit: .change(0.05)))
    #expect(expected(judging, gates.0, gates.1) == 1)
    judging.storyProofs = ["s": Decision.Proof(kind: .inputs, hash: "1f", differing: [])]
    #expect(expected(judging, gates.0) == nil)
  }
}
