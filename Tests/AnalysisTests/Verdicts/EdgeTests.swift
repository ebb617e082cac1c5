import Analysis
import Metrics
import Recording
import Scenarios
import Testing

struct EdgeTests {
  @Test func `a single pair shows nothing, and passes no gate`() throws {
    let judging = Judging("s", factor: 2, rounds: 1)
    let judgement = try judging.judgement()
    #expect(judgement.gated[0].outcome == .missing(.tooFew(1)))
    #expect(judgement.outcome == .notComparable)
  }

  @Test(arguments: [(101.0, Verdict.regressed), (99, .improved), (100.4, .withinGate)])
  func `measurements that never vary are judged by the floor alone`(
    _ value: Double, _ expected: Verdict
  ) throws {
    var judging = Judging()
    for round in 0..<10 {
      judging.add("s", "a", .cpuTime, 100, round, .duet)
      judging.add("s", "b", .cpuTime, value, round, .duet)
    }
    #expect(try judging.judgement().verdicts == [expected])
  }

  @Test func `pairs without any spread have the p value of as many coin tosses`() throws {
    var judging = Judging()
    for round in 0..<6 {
      judging.add("s", "a", .cpuTime, 100, round, .duet)
      judging.add("s", "b", .cpuTime, 150, round, .duet)
    }
    // 2⁻⁶ is above 1 %, however far the sides are apart.
    let result = try #require(judging.judgement().gated[0].outcome.result)
    #expect(result.pValue == 0x1p-6 && result.verdict == .inconclusive)
  }

  @Test(arguments: [RunKind.solo, .fixedAddresses])
  func `growth from zero has no ratio, and passes no gate`(_ kind: RunKind) throws {
    let metric = kind == .solo ? Metric.majorFaults : .peakAnonymousMemory
    var judging = Judging()
    for round in 0..<5 {
      judging.add("s", "a", metric, 0, round, kind)
      // Up to ten faults are no finding.
      judging.add("s", "b", metric, 11, round, kind)
    }
    let judgement = try judging.judgement([Gate(metric: metric)])
    #expect(judgement.gated[0].outcome == .missing(.zeros(5, of: 10)))
    #expect(judgement.outcome == .notComparable)
    // A number as the limit is about the candidate alone.
    let number = try judging.judgement([Gate(metric: metric, limit: .budget(20))])
    #expect(number.outcome == .passed)
  }

  @Test func `a metric that only the baseline has is missing on the candidate`() throws {
    var judging = Judging("s", factor: 1)
    for round in 0..<10 { judging.add("s", "a", .minorFaults, 5000, round, .duet) }
    let judgement = try judging.judgement([Gate(metric: .cpuTime), Gate(metric: .minorFaults)])
    #expect(judgement.gated[1].outcome == .missing(.missing(build: "b")))
    #expect(judgement.outcome == .notComparable)
  }

  @Test(arguments: [("a", "b"), ("b", "a")])
  func `in a duet, the side that crashed is blamed, not its twin`(
    _ crashed: String, _ twin: String
  ) throws {
    var judging = Judging("s", factor: 1)
    judging.add("s", twin, .cpuTime, 0, 30, .duet, failed: .twinFailed)
    judging.add("s", crashed, .cpuTime, 0, 30, .duet, failed: .crashed)
    let judgement = try judging.judgement()
    #expect(judgement.gated[0].outcome == .failed(build: crashed, count: 1, of: 31))
    #expect(judgement.outcome == .appFailed)
  }
}
