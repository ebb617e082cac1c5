import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

struct EvidenceKindTests {
  private func kind(_ metric: Metric, of kinds: [RunKind]) throws -> RunKind? {
    var judging = Judging()
    for kind in kinds { judging.add("s", metric, factor: 1, rounds: 4, kind: kind) }
    return try judging.judgement([Gate(metric: metric)]).gated[0].outcome.result?.kind
  }

  @Test func `CPU time is judged by duets, and wall time by solo runs`() throws {
    #expect(try kind(.cpuTime, of: [.solo, .duet]) == .duet)
    #expect(try kind(.wallTime, of: [.solo, .duet]) == .solo)
  }

  @Test func `if the best kind of run is missing, another kind is judged`() throws {
    #expect(try kind(.cpuTime, of: [.solo]) == .solo)
    #expect(try kind(.wallTime, of: [.duet]) == .duet)
  }

  @Test func `runs under a counter or at fixed addresses are not used to judge time`() throws {
    var judging = Judging("s", factor: 2, kind: .counted)
    judging.add("s", factor: 2, kind: .fixedAddresses)
    #expect(try judging.judgement().gated[0].outcome == .missing(.missing(build: "b")))
  }

  @Test func `runs of different kinds do not form a pair`() throws {
    var judging = Judging()
    for round in 0..<4 {
      judging.add("s", "a", .cpuTime, 1e8, round, .solo)
      judging.add("s", "b", .cpuTime, 1e8, round, .duet)
    }
    #expect(try judging.judgement().gated[0].outcome == .missing(.tooFew(0)))
  }

  /// Two kinds of runs of the same cells, which say different things: of duets +10 %, of lone runs -10 %.
  @Test(arguments: Metric.all.filter { $0.polarity == .lowerIsBetter && !$0.isRetention })
  func `the table's ratio and the verdict rest on the same runs`(_ metric: Metric) throws {
    var judging = Judging()
    let others = metric.isInstructionCount ? RunKind.counted : .solo
    judging.add("s", metric, factor: 1.1, kind: .duet)
    judging.add("s", metric, factor: 0.9, kind: others)
    let analysis = judging.analysis
    let ratio = try Comparison(analysis, baseline: "a", candidate: "b").rows[0].ratio.get()
    let judged = try judging.judgement([Gate(metric: metric)])
    let result = try #require(judged.gated[0].outcome.result)
    #expect(result.kind == analysis.kind(of: "s", metric))
    #expect((result.value.point > 1) == (ratio.estimate.point > 1))
    if case .ratio(let estimate) = result.value { #expect(estimate == ratio.estimate) }
  }

  @Test(arguments: [RunKind.duet, .solo])
  func `of two kinds of runs, the kind that has pairs counts`(_ paired: RunKind) throws {
    var judging = Judging("s", factor: 1.1, kind: paired)
    let other: RunKind = paired == .duet ? .solo : .duet
    judging.add("s", "a", .cpuTime, 1e8, 40, other)
    judging.add("s", "b", .cpuTime, 1e8, 41, other)
    let analysis = judging.analysis
    #expect(analysis.kind(of: "s", .cpuTime) == paired)
    let ratio = try Comparison(analysis, baseline: "a", candidate: "b").rows[0].ratio.get()
    let result = try #require(try judging.judgement().gated[0].outcome.result)
    #expect(result.kind == paired && result.value == .ratio(ratio.estimate))
  }

  @Test func `a kind of run that is never judged is shown if there is no other`() throws {
    let judging = Judging("s", .peakMemory, factor: 1.1, kind: .fixedAddresses)
    #expect(judging.analysis.kind(of: "s", .peakMemory) == .fixedAddresses)
    let outcome = try judging.judgement([Gate(metric: .peakMemory)]).gated[0].outcome
    #expect(outcome == .missing(.missing(build: "b")))
  }
}
