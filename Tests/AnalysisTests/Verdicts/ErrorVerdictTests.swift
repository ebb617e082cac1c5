import DriverProtocol
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis

/// Errors of many users, which have no ratio.
struct ErrorVerdictTests {
  private static let gates = [Gate(metric: .errors, stories: ["many"])]

  /// Pairs of one story, each with its errors.
  private func judging(_ pairs: [(a: Double, b: Double)], kind: RunKind = .duet) -> Judging {
    var judging = Judging()
    for (round, pair) in pairs.enumerated() {
      judging.add("many", "a", .errors, pair.a, round, kind)
      judging.add("many", "b", .errors, pair.b, round, kind)
    }
    return judging
  }

  /// Pairs of which so many have more, so many fewer, and the others as many.
  private func judging(more: Int, fewer: Int, same: Int = 0) -> Judging {
    var pairs = Array(repeating: (a: 0.0, b: 5.0), count: more)
    pairs += Array(repeating: (a: 1.0, b: 0.0), count: fewer)
    pairs += Array(repeating: (a: 1.0, b: 1.0), count: same)
    return judging(pairs)
  }

  // By scipy: binomtest(more, more + fewer, alternative="greater").pvalue. To reach 1 % takes seven pairs.
  @Test(arguments: [
    (7, 0, 0, Verdict.regressed, 0.0078125 as Double?), (7, 0, 3, .regressed, 0.0078125),
    (10, 0, 0, .regressed, 0.0009765625), (9, 1, 0, .inconclusive, 0.0107421875),
    (5, 0, 0, .inconclusive, 0.03125), (5, 0, 5, .inconclusive, 0.03125),
    (1, 0, 9, .withinGate, 0.5), (0, 3, 7, .unchanged, 1), (0, 7, 0, .improved, 0.0078125),
    (0, 0, 5, .unchanged, nil),
  ])
  func `more errors are a regression if so many pairs have more that chance hardly makes it`(
    _ more: Int, _ fewer: Int, _ same: Int, _ verdict: Verdict, _ pValue: Double?
  ) throws {
    let judgement = try judging(more: more, fewer: fewer, same: same).judgement(Self.gates)
    #expect(judgement.verdicts == [verdict])
    #expect((judgement.outcome == .regression) == (verdict == .regressed))
    let result = try #require(judgement.gated[0].outcome.result)
    #expect((result.pValue == nil) == (pValue == nil))
    #expect(abs((result.pValue ?? 0) - (pValue ?? 0)) < 1e-12)
    #expect(result.evidence == .pairs(more + fewer + same) && result.detectable == .infinity)
  }

  @Test func `a burst of errors in one pair counts once`() throws {
    let burst = [(a: 0.0, b: 40.0)] + Array(repeating: (a: 0.0, b: 0.0), count: 9)
    #expect(try judging(burst).judgement(Self.gates).verdicts == [.withinGate])
  }

  /// Six analyses share the level: six times 2⁻¹⁰, and six times 2⁻¹⁵.
  @Test(arguments: [(10, 0.005859375), (15, 0.00018310546875)])
  func `the p value of errors accounts for the interim analyses`(_ pairs: Int, _ pValue: Double)
    throws
  {
    let judgement = try judging(more: pairs, fewer: 0).judgement(Self.gates, rule: .adaptive)
    let result = try #require(judgement.gated[0].outcome.result)
    #expect(result.verdict == .regressed)
    #expect(try abs(#require(result.pValue) - pValue) < 1e-12)
    let early = try judging(more: 4, fewer: 0).judgement(Self.gates, rule: .adaptive)
    #expect(early.gated[0].outcome == .missing(.beforeFirstInterim(4, first: 5)))
  }

  @Test func `errors share the chance of a false alarm only if any pair differs`() throws {
    func pValue(_ pairs: [(a: Double, b: Double)]) throws -> Double? {
      var judging = judging(pairs)
      judging.add("s", factor: 1.05)
      let judgement = try judging.judgement([Gate(metric: .cpuTime, stories: ["s"])] + Self.gates)
      #expect(judgement.testCount == (pairs.contains { $0.a != $0.b } ? 2 : 1))
      return judgement.gated[0].outcome.result?.pValue
    }
    let alone = try #require(try pValue([(1, 1), (0, 0), (0, 0)]))
    #expect(try pValue([(1, 1), (0, 0), (0, 1)]) == 2 * alone)
  }

  @Test(arguments: [(3.0, Verdict.inconclusive), (1, .unchanged), (0, .unchanged)])
  func `unpaired runs show no more errors, and leave them open`(
    _ errors: Double, _ verdict: Verdict
  ) throws {
    var judging = judging(Array(repeating: (a: 1, b: errors), count: 20), kind: .solo)
    judging.source = .stored
    let judgement = try judging.judgement(Self.gates)
    #expect(judgement.verdicts == [verdict])
    #expect(judgement.gated[0].outcome.result?.evidence == .acrossTimes(20))
  }

  @Test func `more errors without a gate are told with their runs and pairs`() throws {
    let cpu = [Gate(metric: .cpuTime)]
    let pairs: [(a: Double, b: Double)] = [(0, 20), (0, 17), (1, 1), (2, 0)]
    let found = try judging(pairs).judgement(cpu).ungatedErrors
    #expect(found.map(\.story) == ["many"])
    let many = try #require(found.first?.counts)
    #expect(many.baseline.total == 3 && many.candidate.total == 38)
    #expect(many.baseline.runs == 4 && many.candidate.runs == 4)
    #expect(many.more == 2 && many.fewer == 1)
    #expect(try judging([(1, 1), (3, 2)]).judgement(cpu).ungatedErrors.isEmpty)
    #expect(try judging(pairs).judgement(Self.gates).ungatedErrors.isEmpty)
    // A budget does not compare both sides.
    let budget = [Gate(metric: .errors, stories: ["many"], limit: .budget(50))]
    #expect(try judging(pairs).judgement(budget).ungatedErrors.count == 1)
    #expect(try judging(pairs).judgement(budget + Self.gates).ungatedErrors.isEmpty)
    let other = [Gate(metric: .errors, stories: ["others"])]
    #expect(try judging(pairs).judgement(other).ungatedErrors.count == 1)
  }

  // Of 1000 users 3 % or 1 % more, who may account for so much of the 20 %.
  @Test(
    arguments: [Metric.cpuTime, .minorFaults], [(30.0, Verdict.inconclusive), (10, .improved)])
  func `a saving is no improvement if users who were refused may account for a tenth of it`(
    _ metric: Metric, _ found: (errors: Double, verdict: Verdict)
  ) throws {
    let (errors, verdict) = found
    var judging = judging(Array(repeating: (a: 0, b: errors), count: 10))
    judging.add("many", metric, factor: 0.8, rounds: 10)
    var step = Replay.step(of: "many")
    step.latencies = StepLatencies([], of: ["one: GET /"], at: [])
    step.outcome["users"] = .integer(1000)
    for index in judging.runs.indices { judging.runs[index].steps = [step] }
    let gates = [Gate(metric: metric)]
    let judgement = try judging.judgement(gates)
    #expect(judgement.verdicts == [verdict])
    let lost = judgement.gated[0].outcome.result?.moved
    #expect((lost == nil) == (verdict == .improved))
    if let lost { #expect(lost.way == .lostUsers && lost.before == 0 && lost.after == errors) }
    #expect(judgement.reservations == [lost].compactMap(\.self).map(Reservation.moved))
    // A gate on errors says it.
    #expect(try judging.judgement(gates + Self.gates).verdicts == [.improved, .regressed])
  }

  // By scipy: binomtest(more, more + fewer).pvalue, which is two-sided.
  @Test(arguments: [
    (5, 0, 0.0625), (7, 0, 0.015625), (10, 0, 0.001953125), (9, 1, 0.021484375),
  ])
  func `errors without a gate are tested in both directions`(
    _ more: Int, _ fewer: Int, _ pValue: Double
  ) throws {
    let judgement = try judging(more: more, fewer: fewer).judgement([])
    let result = try #require(judgement.others.first?.outcome.result)
    #expect(judgement.others.map(\.name.metric) == [.errors])
    #expect(abs(try #require(result.pValue) - pValue) < 1e-12)
    #expect((result.verdict == .regressed) == (pValue <= 0.05))
  }
}
