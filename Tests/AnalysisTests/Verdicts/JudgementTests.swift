import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

struct JudgementTests {
  @Test func `growth, shrinking and no change get different verdicts`() throws {
    var judging = Judging("same", factor: 1)
    judging.add("slower", factor: 1.02)
    judging.add("faster", factor: 0.98)
    let judgement = try judging.judgement()
    #expect(judgement.verdicts == [.unchanged, .regressed, .improved])
    #expect(judgement.outcome == .regression)
    let slower = try #require(judgement.gated[1].outcome.result)
    #expect(slower.evidence == .pairs(30) && slower.kind == .duet && slower.bound == 1)
    #expect(slower.negligible == 1 / 1.005...1.005 && slower.margin == 0.02)
  }

  @Test func `p values and ratios are those of the paired test`() throws {
    var judging = Judging("same", factor: 1)
    judging.add("slower", factor: 1.02)
    let result = try #require(judging.judgement().gated[1].outcome.result)
    let rounds = 0..<30
    let ratio = try PairedRatio(
      baseline: Distribution(rounds.map { 1e8 * (1 + 0.05 * Double($0 % 3)) }),
      candidate: Distribution(
        rounds.map {
          1e8 * (1 + 0.05 * Double($0 % 3)) * 1.02 * (1 + Judging.wobble[$0 % 10])
        })
    ).logRatio
    // The smaller of two p values counts twice; of 30 pairs that all grew no p is below 2⁻³⁰, though the
    // t test's is.
    #expect(try ratio.pValue(ratioAtMost: 1) < 0x1p-30)
    #expect(result.pValue == 2 * 0x1p-30)
    #expect(result.value == .ratio(try ratio.ratio()))
  }

  @Test func `an improvement alone passes`() throws {
    let judging = Judging("faster", factor: 0.9)
    let judgement = try judging.judgement()
    #expect(judgement.outcome == .passed)
  }

  @Test func `few noisy pairs are inconclusive`() throws {
    var judging = Judging()
    for (round, value) in [100.0, 103, 98, 106].enumerated() {
      judging.add("s", "a", .cpuTime, 100, round, .solo)
      judging.add("s", "b", .cpuTime, value, round, .solo)
    }
    let judgement = try judging.judgement()
    #expect(judgement.verdicts == [.inconclusive])
    #expect(judgement.outcome == .inconclusive)
  }

  @Test(arguments: [
    (nil, Verdict.regressed), (0, .regressed), (0.005, .regressed), (0.02, .withinGate),
    (0.05, .withinGate),
  ])
  func `growth fails the gate if more than the gate allows is shown`(
    _ allowed: Double?, _ expected: Verdict
  ) throws {
    let judging = Judging("slower", factor: 1.012)
    let gate = Gate(metric: .cpuTime, limit: allowed.map { .change($0) })
    #expect(try judging.judgement([gate]).verdicts == [expected])
  }

  @Test(arguments: [("s", "add"), ("list", "list: add")])
  func `the step of a wrong outcome is named with its story if that is another`(
    _ story: String, _ step: String
  ) throws {
    var judging = Judging("s", factor: 1)
    judging.runs[0].ending = .failed(
      RunFailure(
        reason: .wrongOutcome, message: "Expected count 4, found 3.",
        step: StepName("add", of: story)))
    let wrong = try #require(judging.judgement().failures.first?.wrong)
    #expect(wrong.step == step)
    #expect(wrong.objection == "expected count 4, found 3")
  }

  @Test func `growth that is found in a single cell can stay undetected among many cells`() throws {
    let alone = Judging("s00", factor: 1.006, rounds: 10)
    #expect(try alone.judgement().verdicts == [.regressed])
    var many = alone
    for index in 1..<36 { many.add("s\(index)", factor: 1, rounds: 10) }
    let judgement = try many.judgement()
    #expect(judgement.verdicts[0] == .withinGate)
    let first = try #require(judgement.gated.first?.outcome.result?.pValue)
    let single = try #require(alone.judgement().gated.first?.outcome.result?.pValue)
    #expect(first == 36 * single)
  }

  @Test func `equal measurements without any spread are unchanged`() throws {
    var judging = Judging()
    for round in 0..<5 {
      for build in ["a", "b"] { judging.add("s", build, .minorFaults, 5000, round, .solo) }
    }
    let judgement = try judging.judgement([Gate(metric: .minorFaults)])
    let result = try #require(judgement.gated.first?.outcome.result)
    #expect(result.verdict == .unchanged && result.pValue == 1)
    // Five coins show nothing at 1 %.
    #expect(result.detectable == .infinity)
  }

  @Test func `significant growth below the floor is within the gate`() throws {
    var judging = Judging("little", factor: 1.004)
    judging.add("shrunk", factor: 0.996)
    judging.add("same", factor: 1)
    let judgement = try judging.judgement()
    #expect(judgement.verdicts == [.withinGate, .withinGate, .unchanged])
    #expect(judgement.outcome == .passed)
    let p = judgement.gated.compactMap { $0.outcome.result?.pValue }
    #expect(p[0] < 0.01 && p[2] == 1)
  }

  /// 64 KiB are 65,536 B; 0.5 % are 320,000 B of 64 MB.
  @Test(arguments: [
    (4e6, 65_000.0, Verdict.withinGate), (4e6, 66_000, .regressed), (1e6, 60_000, .inconclusive),
    (64e6, 319_000, .withinGate), (64e6, 321_000, .regressed),
  ])
  func `growth of memory below the floor is no regression, however significant it is`(
    _ value: Double, _ grown: Double, _ expected: Verdict
  ) throws {
    var judging = Judging()
    for round in 0..<20 {
      judging.add("s", "a", .peakMemory, value, round, .duet)
      judging.add("s", "b", .peakMemory, value + grown, round, .duet)
    }
    #expect(try judging.judgement([Gate(metric: .peakMemory)]).verdicts == [expected])
  }

  @Test(arguments: [(86.0, Verdict.inconclusive), (87, .regressed), (65, .improved)])
  func `a change by ten page faults is no finding`(_ value: Double, _ expected: Verdict) throws {
    var judging = Judging()
    for round in 0..<20 {
      judging.add("s", "a", .minorFaults, 76, round, .duet)
      judging.add("s", "b", .minorFaults, value, round, .duet)
    }
    #expect(try judging.judgement([Gate(metric: .minorFaults)]).verdicts == [expected])
  }

  @Test func `metrics without a gate are reported, but decide nothing`() throws {
    var judging = Judging("s", factor: 1)
    judging.add("s", .minorFaults, factor: 1.1, kind: .solo)
    let judgement = try judging.judgement()
    #expect(judgement.outcome == .passed)
    let other = try #require(judgement.others.first { $0.name.metric == .minorFaults })
    #expect(other.gate == nil && other.outcome.verdict == .regressed)
  }

  @Test func `imported runs are compared without pairs`() throws {
    var judging = Judging()
    judging.source = .import
    judging.add("s", factor: 1.5, kind: .solo)
    let result = try #require(judging.judgement().gated.first?.outcome.result)
    #expect(result.evidence == .independent(30) && result.verdict == .regressed)
  }

  @Test func `the same runs give the same judgement again`() throws {
    let judging = Judging("s", factor: 1.01)
    #expect(try judging.judgement() == judging.judgement())
  }
}
