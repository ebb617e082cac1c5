import Analysis
import Metrics
import Recording
import Scenarios
import Testing

struct RepeatedCountTests {
  private let base = Array(repeating: 1_000_000.0, count: 3)

  @Test(arguments: [
    (1_000_000.0, Verdict.unchanged), (1_001_000, .withinGate), (1_001_001, .regressed),
    (999_000, .withinGate), (998_999, .improved),
  ])
  func `instructions regress only if they grow by more than a thousandth`(
    _ count: Double, _ expected: Verdict
  ) throws {
    let judgement = try Judging.repeated(.instructions, base, base.map { _ in count })
    #expect(judgement.verdicts == [expected])
    let result = try #require(judgement.gated[0].outcome.result)
    #expect(result.evidence == .repeats(3) && result.kind == .counted && result.bound == 1.001)
  }

  @Test func `the limit of a gate replaces the threshold`() throws {
    let more = base.map { $0 + 15_000 }
    #expect(
      try Judging.repeated(.instructions, base, more, limit: .change(0.02)).verdicts
        == [.withinGate])
    #expect(
      try Judging.repeated(.instructions, base, more, limit: .change(0.01)).verdicts == [.regressed]
    )
  }

  @Test(arguments: [(2.0, CellResult.Evidence.repeats(3)), (3, .varying(3))])
  func `counts within two millionths count as repeats, and others are compared by ranges`(
    _ more: Double, _ evidence: CellResult.Evidence
  ) throws {
    let counts = [1_000_000, 1_000_000 + more, 1_000_000]
    #expect(
      try Judging.repeated(.instructions, counts, base).gated[0].outcome.result?.evidence
        == evidence)
  }

  @Test(arguments: [
    ([1_000_000, 1_000_900, 1_000_500], Verdict.unchanged),
    ([1_000_001, 1_000_900, 1_000_500], .withinGate),
    ([1_000_000, 1_001_500, 1_000_500], .inconclusive),
    ([1_001_100, 1_001_500, 1_002_000], .regressed), ([998_999, 998_000, 997_000], .improved),
  ])
  func `counts that do not repeat are judged by their ranges`(
    _ counts: [Double], _ expected: Verdict
  ) throws {
    for metric in [Metric.instructions, .hardwareInstructions] {
      let judgement = try Judging.repeated(metric, base, counts)
      #expect(judgement.verdicts == [expected])
    }
  }

  @Test func `the threshold of some memory pages does not apply to instructions`() throws {
    let few = Array(repeating: 5000.0, count: 3)
    #expect(try Judging.repeated(.instructions, few, few.map { $0 + 6 }).verdicts == [.regressed])
  }
}
