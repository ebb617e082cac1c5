import Analysis
import Metrics
import Recording
import Scenarios
import Testing

struct EvidenceKindTests {
  private func kind(_ metric: Metric, of kinds: [RunKind]) throws -> RunKind? {
    var judging = Judging()
    for kind in kinds { judging.add("s", metric, factor: 1, rounds: 4, kind: kind) }
    return try judging.judgement([Gate(metric: metric)]).gated[0].outcome.verdict?.kind
  }

  @Test func `CPU time is judged by duets, wall time by runs that were alone`() throws {
    #expect(try kind(.cpuTime, of: [.solo, .duet]) == .duet)
    #expect(try kind(.wallTime, of: [.solo, .duet]) == .solo)
  }

  @Test func `what is there is judged where the best kind is not`() throws {
    #expect(try kind(.cpuTime, of: [.solo]) == .solo)
    #expect(try kind(.wallTime, of: [.duet]) == .duet)
  }

  @Test func `runs under a counter or at fixed addresses tell no time`() throws {
    var judging = Judging()
    judging.add("s", factor: 2, kind: .counted)
    judging.add("s", factor: 2, kind: .fixedAddresses)
    #expect(try judging.judgement().gated[0].outcome == .missing(.missing(build: "b")))
  }

  @Test func `runs of different kinds are no pair`() throws {
    var judging = Judging()
    for round in 0..<4 {
      judging.add("s", "a", .cpuTime, 1e8, round, .solo)
      judging.add("s", "b", .cpuTime, 1e8, round, .duet)
    }
    #expect(try judging.judgement().gated[0].outcome == .missing(.tooFew(0)))
  }
}
