import Analysis
import Metrics
import Recording
import Scenarios
import Testing

struct UnjudgedCellTests {
  @Test(arguments: ["a", "b"])
  func `a failed story is not a regression, and outweighs a regression`(_ build: String) throws {
    var judging = Judging("slower", factor: 1.1)
    judging.add("crashing", factor: 1)
    judging.add("crashing", build, .cpuTime, 0, 30, .duet, failed: .crashed)
    let judgement = try judging.judgement()
    #expect(judgement.gated[1].outcome == .failed(build: build, count: 1, of: 31))
    #expect(judgement.outcome == .appFailed)
  }

  @Test func `if a story fails on both sides, neither build is blamed`() throws {
    var judging = Judging("s", factor: 1)
    for build in ["a", "b"] {
      judging.add("s", build, .cpuTime, 0, 30, .fixedAddresses, failed: .wrongOutcome)
    }
    let judgement = try judging.judgement()
    #expect(
      judgement.gated[0].outcome
        == .failedOnBoth(baseline: "a", candidate: "b", count: 2, of: 62))
    #expect(judgement.outcome == .appFailed)
  }

  @Test
  func `a build that is proven the same has no other verdict, except for budgets and crashes`()
    throws
  {
    var judging = Judging()
    judging.proof = Decision.Proof(kind: .program, hash: "1f", differing: [])
    judging.add("s", factor: 1.1)
    judging.add("t", factor: 1)
    let gates = [
      Gate(metric: .cpuTime), Gate(metric: .peakMemory),
      Gate(metric: .cpuTime, stories: ["s"], limit: .budget(1e3)),
    ]
    let judgement = try judging.judgement(gates)
    #expect(judgement.proof == judging.proof && judgement.others.isEmpty)
    #expect(judgement.gated.prefix(4).allSatisfy { $0.outcome == .proven(.program) })
    #expect(judgement.verdicts == [nil, nil, nil, nil, .regressed])
    #expect(judgement.outcome == .regression)
    #expect(try judging.judgement([Gate(metric: .cpuTime)]).outcome == .passed)
    judging.add("s", "b", .cpuTime, 0, 30, .duet, failed: .crashed)
    #expect(try judging.judgement(gates).outcome == .appFailed)
  }

  @Test
  func `a story that is proven the same has no other verdict, except for budgets and crashes`()
    throws
  {
    var judging = Judging()
    judging.storyProofs = ["s": Decision.Proof(kind: .inputs, hash: "1f", differing: [])]
    judging.add("s", factor: 1.1)
    judging.add("t", factor: 1.1)
    judging.add("s", .minorFaults, factor: 1, value: 1e6)
    judging.add("t", .minorFaults, factor: 1, value: 1e6)
    let budget = Gate(metric: .cpuTime, stories: ["s"], limit: .budget(1e3))
    let judgement = try judging.judgement([Gate(metric: .cpuTime), budget])
    #expect(judgement.proof == nil && judgement.storyProofs == judging.storyProofs)
    #expect(judgement.gated.map { $0.outcome == .proven(.inputs) } == [true, false, false])
    judging.storyProofs?["s"]?.kind = .work
    #expect(try judging.judgement().gated.map { $0.outcome == .proven(.work) } == [true, false])
    judging.storyProofs?["s"]?.kind = .inputs
    #expect(judgement.verdicts == [nil, .regressed, .regressed])
    #expect(!judgement.others.isEmpty && judgement.others.allSatisfy { $0.name.story == "t" })
    #expect(judgement.restricted(to: ["t"]).storyProofs.isEmpty)
    judging.add("s", "b", .cpuTime, 0, 30, .duet, failed: .crashed)
    #expect(try judging.judgement().outcome == .appFailed)
  }

  @Test func `a story that is proven the same has no part in the chance of a false alarm`() throws {
    var (alone, both) = (Judging(), Judging())
    for round in 0..<10 {
      for (build, factor) in [("a", 1.0), ("b", 1.01 * (1 + 2 * Judging.wobble[round]))] {
        alone.add("t", build, .cpuTime, 1e8 * factor, round, .duet)
        both.add("s", build, .cpuTime, 1e8 * factor, round, .duet)
        both.add("t", build, .cpuTime, 1e8 * factor, round, .duet)
      }
    }
    func pValue(_ judging: Judging) throws -> Double {
      try #require(try judging.judgement().gated.last?.outcome.result?.pValue)
    }
    #expect(try pValue(both) > pValue(alone))
    both.storyProofs = ["s": Decision.Proof(kind: .inputs, hash: "1f", differing: [])]
    #expect(try pValue(both) == pValue(alone))
    #expect(try both.judgement().testCount == 1)
  }

  @Test func `a story that is known to be new has no verdict, but its crash fails the comparison`()
    throws
  {
    var judging = Judging()
    judging.newStories = Decision.NewStories(names: ["t"], areAll: false, reason: "it is new")
    judging.add("s", factor: 1)
    judging.add("t", "b", .cpuTime, 1e8, 1, .solo)
    let judgement = try judging.judgement()
    #expect(judgement.gated.map(\.outcome)[1] == .new(since: "it is new"))
    #expect(judgement.verdicts == [.unchanged, nil] && judgement.outcome == .passed)
    #expect(judgement.others.allSatisfy { $0.name.story == "s" })
    judging.add("t", "b", .cpuTime, 1e8, 2, .solo, failed: .crashed)
    #expect(try judging.judgement().outcome == .appFailed)
  }

  @Test func `a story that is known to be new is judged by its budget, which must be measured`()
    throws
  {
    var judging = Judging()
    judging.newStories = Decision.NewStories(names: ["t"], areAll: false, reason: "it is new")
    judging.add("s", factor: 1)
    for round in 0..<10 {
      judging.add("t", "b", .cpuTime, 1e8 * (1 + Judging.wobble[round]), round, .solo)
    }
    func judgement(_ budget: Double) throws -> Judgement {
      try judging.judgement([
        Gate(metric: .cpuTime), Gate(metric: .cpuTime, stories: ["t"], limit: .budget(budget)),
      ])
    }
    let within = try judgement(2e8)
    #expect(within.verdicts == [.unchanged, nil, .withinGate] && within.outcome == .passed)
    let above = try judgement(5e7)
    #expect(above.verdicts == [.unchanged, nil, .regressed] && above.outcome == .regression)
    // A budget that is not exceeded keeps its part of the chance of a false alarm.
    #expect([within, above].map(\.testCount) == [1, 1])
    #expect([within, above].map(\.testsOfGrowth) == [2, 1])
    judging.runs.removeAll { $0.story == "t" && $0.round > 1 }
    let once = try judgement(2e8)
    #expect(once.gated[2].outcome == .missing(.tooFew(1)) && once.outcome == .notComparable)
  }

  @Test func `a run that the user stopped is no failure`() throws {
    var judging = Judging("s", factor: 1)
    judging.add("s", "b", .cpuTime, 0, 30, .duet, failed: .interrupted)
    #expect(try judging.judgement().outcome == .passed)
  }

  @Test func `a gated cell without measurements cannot be compared`() throws {
    let judging = Judging("s", factor: 1)
    let judgement = try judging.judgement([
      Gate(metric: .cpuTime), Gate(metric: .treeCPUTime),
    ])
    #expect(judgement.gated[1].outcome == .missing(.missing(build: "b")))
    #expect(judgement.outcome == .notComparable)
  }

  @Test func `a cell that cannot be compared does not hide a regression`() throws {
    let judging = Judging("s", factor: 1.1)
    let gates = [Gate(metric: .cpuTime), Gate(metric: .treeCPUTime)]
    #expect(try judging.judgement(gates).outcome == .regression)
  }

  @Test(arguments: ["a", "b"])
  func `a crash fails the comparison even if no gate covers its story`(_ build: String) throws {
    var judging = Judging("gated", factor: 1)
    judging.add("crashing", factor: 1)
    judging.add("crashing", build, .cpuTime, 0, 30, .solo, failed: .timedOut)
    let judgement = try judging.judgement([Gate(metric: .cpuTime, stories: ["gated"])])
    #expect(judgement.verdicts == [.unchanged])
    #expect(judgement.outcome == .appFailed)
    #expect(judgement.failures.map(\.story) == ["crashing"])
    #expect(judgement.failures.map(\.build) == [build])
  }

  @Test func `a side that was ended because its twin failed is not blamed`() throws {
    var judging = Judging("s", factor: 1)
    judging.add("s", "a", .cpuTime, 0, 30, .duet, failed: .twinFailed)
    judging.add("s", "b", .cpuTime, 0, 30, .duet, failed: .crashed)
    let outcome = try judging.judgement().gated[0].outcome
    #expect(outcome == .failed(build: "b", count: 1, of: 31))
  }

  @Test func `a run that could not be measured is the tool's failure`() throws {
    var judging = Judging("s", factor: 1)
    judging.add("s", "a", .cpuTime, 0, 30, .duet, failed: .twinFailed)
    judging.add("s", "b", .cpuTime, 0, 30, .duet, failed: .notMeasured)
    let judgement = try judging.judgement()
    #expect(judgement.gated[0].outcome == .unmeasured(build: "b", count: 1, of: 31))
    #expect(judgement.outcome == .toolFailed)
    judging.add("s", "a", .cpuTime, 0, 31, .duet, failed: .crashed)
    let crashed = try judging.judgement().gated[0].outcome
    #expect(crashed == .failed(build: "a", count: 1, of: 32))
  }

  @Test func `if the baseline was measured too, a metric that it lacks is missing`() throws {
    var judging = Judging("s", factor: 1)
    for round in 0..<30 { judging.add("s", "b", .minorFaults, 10, round, .duet) }
    for source in [Experiment.Source.replay, .stored] {
      judging.source = source
      let judgement = try judging.judgement([Gate(metric: .minorFaults)])
      #expect(judgement.gated[0].outcome == .missing(.missing(build: "a")))
      #expect(judgement.outcome == .notComparable)
    }
  }

  @Test func `a new story passes along with others, but not by itself`() throws {
    var judging = Judging()
    judging.source = .stored
    for round in 0..<10 {
      let value = 1e8 * (1 + Judging.wobble[round])
      for build in ["a", "b"] { judging.add("old", build, .cpuTime, value, round, .solo) }
    }
    for round in 0..<10 { judging.add("new", "b", .cpuTime, 1e8, round, .solo) }
    let judgement = try judging.judgement()
    #expect(judgement.gated.map(\.outcome)[1] == .new(since: nil))
    #expect(judgement.outcome == .passed)
    let alone = try judging.judgement([Gate(metric: .cpuTime, stories: ["new"])])
    #expect(alone.outcome == .notComparable)
  }

  @Test func `a comparison without a gated cell is not comparable`() throws {
    let judging = Judging("s", factor: 1)
    #expect(try judging.judgement([]).outcome == .notComparable)
  }

  @Test(arguments: [Experiment.Source.replay, .stored])
  func `events of which there are none, or too few to be a finding, are unchanged`(
    _ source: Experiment.Source
  ) throws {
    for (before, after) in [(0.0, 0.0), (0, 3), (10, 0)] {
      var judging = Judging()
      judging.source = source
      for round in 0..<5 {
        judging.add("s", "a", .majorFaults, before, round, .solo)
        judging.add("s", "b", .majorFaults, round == 2 ? after : 0, round, .solo)
      }
      let judgement = try judging.judgement([Gate(metric: .majorFaults)])
      #expect(judgement.verdicts == [.unchanged] && judgement.outcome == .passed)
      #expect(judgement.testCount == 0)
      let ungated = try judging.judgement([])
      #expect(ungated.others.map(\.outcome.verdict) == [.unchanged])
      #expect(ungated.ungatedErrors.isEmpty)
    }
  }

  @Test func `times of zero have no ratio`() throws {
    var judging = Judging()
    for round in 0..<5 {
      for build in ["a", "b"] { judging.add("s", build, .cpuTime, 0, round, .solo) }
    }
    let judgement = try judging.judgement()
    #expect(judgement.gated[0].outcome == .missing(.zeros(10, of: 10)))
  }
}
