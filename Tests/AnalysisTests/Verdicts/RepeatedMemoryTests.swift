import Analysis
import Metrics
import Recording
import Scenarios
import Testing

struct RepeatedMemoryTests {
  private static let page = 4096.0
  private let base = Array(repeating: 4000 * page, count: 3)

  @Test(arguments: [
    (0.0, Verdict.unchanged), (4, .withinGate), (5, .regressed), (-4, .withinGate), (-5, .improved),
  ])
  func `three runs that repeat show a change of five pages, but not of four`(
    _ pages: Double, _ expected: Verdict
  ) throws {
    let judgement = try Judging.repeated(
      .peakAnonymousMemory, base, base.map { $0 + pages * Self.page })
    #expect(judgement.verdicts == [expected])
    let result = try #require(judgement.gated[0].outcome.result)
    #expect(result.evidence == .repeats(3) && result.kind == .fixedAddresses)
    #expect(result.pValue == nil && result.detectable == 1 + 4.0 / 4000)
  }

  @Test func `two of five runs may be outliers, but not three of five`() throws {
    let disturbed = base + [4032 * Self.page, 3999 * Self.page]
    let judgement = try Judging.repeated(
      .peakAnonymousMemory, disturbed, disturbed.map { $0 + 5 * Self.page })
    #expect(judgement.verdicts == [.regressed])
    #expect(judgement.gated[0].outcome.result?.evidence == .repeats(3))
    let twofold = base.dropLast() + [4032, 4032, 4064].map { $0 * Self.page }
    #expect(RepeatRule.memory.repeated(Array(twofold)) == nil)
  }

  @Test(arguments: [(99.0, Verdict.withinGate), (101, .regressed)])
  func `the threshold for large memory is a thousandth`(
    _ pages: Double, _ expected: Verdict
  ) throws {
    let large = Array(repeating: 100_000 * Self.page, count: 3)
    #expect(
      try Judging.repeated(.peakAnonymousMemory, large, large.map { $0 + pages * Self.page })
        .verdicts == [
          expected
        ])
  }

  @Test(arguments: [(40.0, Verdict.withinGate), (41, .regressed)])
  func `the limit of a gate replaces the threshold`(
    _ pages: Double, _ expected: Verdict
  ) throws {
    let more = base.map { $0 + pages * Self.page }
    #expect(
      try Judging.repeated(.peakAnonymousMemory, base, more, limit: .change(0.01)).verdicts == [
        expected
      ])
  }

  @Test func `runs two pages apart count as repeats, and make no change by themselves`() throws {
    let jitter = [4000, 4002, 4001].map { Double($0) * Self.page }
    #expect(
      try Judging.repeated(.peakAnonymousMemory, jitter, jitter.map { $0 + 4 * Self.page }).verdicts
        == [
          .withinGate
        ])
  }

  @Test func `runs that do not repeat are judged as pairs`() throws {
    let jitter = [4000, 4006, 4003, 4009].map { Double($0) * Self.page }
    let result = try #require(
      try Judging.repeated(.peakAnonymousMemory, jitter, jitter).gated[0].outcome.result)
    #expect(result.evidence == .pairs(4) && result.verdict == .unchanged)
  }

  @Test(arguments: [
    (0.0, CellResult.Evidence.repeats(2)), (2, .repeats(2)), (3, .pairs(2)),
  ])
  func `two runs of each side count as repeats if all four are at most two pages apart`(
    _ pages: Double, _ evidence: CellResult.Evidence
  ) throws {
    let two = Array(base.prefix(2))
    let result = try #require(
      try Judging.repeated(.peakAnonymousMemory, two, [two[0], two[1] + pages * Self.page])
        .gated[0].outcome.result)
    #expect(result.evidence == evidence && result.verdict == .unchanged)
  }

  @Test func `one run of each side is too few, however equal they are`() throws {
    let one = Array(base.prefix(1))
    #expect(!RepeatRule.memory.areSame(one, one) && !RepeatRule.memory.areSame(base, one))
    #expect(RepeatRule.memory.areSame(base, Array(base.prefix(2))))
  }

  @Test func `three runs at fixed addresses do not overrule pairs for resident memory`() throws {
    var judging = Judging("s", .peakMemory, factor: 1.05, value: 64e6)
    for round in 0..<3 {
      for build in ["a", "b"] {
        judging.add("s", build, .peakMemory, 64e6, round, .fixedAddresses)
        judging.add("s", build, .peakAnonymousMemory, 32e6, round, .fixedAddresses)
      }
    }
    let judgement = try judging.judgement([
      Gate(metric: .peakMemory), Gate(metric: .peakAnonymousMemory),
    ])
    #expect(judgement.verdicts == [.regressed, .unchanged])
    #expect(judgement.gated.map { $0.outcome.result?.kind } == [.duet, .fixedAddresses])
  }

  @Test func `runs that repeat are reported with a range instead of a confidence interval`() throws
  {
    let more = [4010, 4012, 4011].map { $0 * Self.page }
    let less = [4000, 4002, 4001].map { $0 * Self.page }
    let result = try #require(
      try Judging.repeated(.peakAnonymousMemory, less, more).gated[0].outcome.result)
    guard case .range(let range) = result.value else {
      Issue.record("\(result.value)")
      return
    }
    #expect(range.point == 4011 / 4001 && range.threshold == 4.002 / 4002)
    #expect(range.lower == 4010.0 / 4002 && range.upper == 4012.0 / 4000)
    // The threshold is 0.10 %, so hundredths of a percent are reported.
    #expect(result.value.change(range.point) == "+0.25")
  }

  // Four batches of 32 pages, 128 in all.
  @Test(arguments: [(128.0, Verdict.withinGate), (129, .regressed), (-129, .improved)])
  func `the threshold for memory that was given back is the size of the kernel's batches`(
    _ pages: Double, _ expected: Verdict
  ) throws {
    var judging = Judging()
    for round in 0..<3 {
      judging.add("s", "a", .peakAnonymousMemory, 4000 * Self.page, round, .fixedAddresses)
      judging.add(
        "s", "b", .peakAnonymousMemory, (4000 + pages) * Self.page, round, .fixedAddresses)
    }
    // One run of one side is enough.
    judging.runs[4].peakIsBatched = true
    let judgement = try judging.judgement([Gate(metric: .peakAnonymousMemory)])
    #expect(judgement.verdicts == [expected])
    #expect(judgement.gated[0].outcome.result?.detectable == 1 + 128.0 / 4000)
    // A range of what is known to vary is no finding by itself.
    #expect(judgement.gated[0].outcome.result?.isRangeOfVaryingRuns == true)
    #expect(RepeatRule.batch(processors: 64) == 128 * Self.page)
    #expect(RepeatRule.batch(processors: .max) > 0)
  }
}
