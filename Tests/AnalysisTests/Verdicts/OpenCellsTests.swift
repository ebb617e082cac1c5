import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Testing

struct OpenCellsTests {
  private func open(_ judging: Judging, _ gates: [Gate] = [Gate(metric: .cpuTime)]) throws
    -> OpenCells
  {
    try OpenCells(judging.analysis, baseline: "a", candidate: "b", gates: gates)
  }

  /// Pairs of a story whose noise is `share`, alternately up and down.
  private func noisy(_ share: Double, factor: Double = 1, rounds: Int) -> Judging {
    var judging = Judging()
    for round in 0..<rounds {
      judging.add("s", "a", .cpuTime, 1e8, round, .duet)
      judging.add(
        "s", "b", .cpuTime, 1e8 * factor * (1 + (round % 2 == 0 ? share : -share)), round, .duet)
    }
    return judging
  }

  @Test func `a story needs five pairs for its first look`() throws {
    for rounds in [1, 2, 4] {
      #expect(try open(noisy(0, rounds: rounds)).nextInterims == ["s": 5], "\(rounds)")
    }
  }

  @Test func `a story without a change is done at the first look that shows it`() throws {
    for (noise, rounds) in [(0.003, 5), (0.011, 7), (0.014, 10)] {
      let open = try open(noisy(noise, rounds: rounds))
      #expect(open.names.isEmpty && open.nextInterims.isEmpty, "\(noise)")
    }
    #expect(try open(noisy(0.011, rounds: 5)).nextInterims == ["s": 7])
    #expect(try open(noisy(0.014, rounds: 7)).nextInterims == ["s": 10])
  }

  @Test func `a look tests nothing, however great the growth is`() throws {
    let growth = noisy(0.0005, factor: 1.2, rounds: 9)
    #expect(try open(growth).nextInterims == ["s": 10])
    let cell = try #require(growth.judgement(rule: .adaptive).gated[0].outcome.result)
    #expect(cell.verdict == .inconclusive && cell.pValue == 1)
    // The first analysis would show it.
    #expect(cell.deciding?.pairs == 10 && cell.deciding?.isWithinPlan == true)
  }

  @Test func `the change so far is known at each stop but the last, also of a cell that is done`()
    throws
  {
    func change(_ judging: Judging) throws -> Double? {
      let changes = try open(judging).changes
      #expect(changes.keys.allSatisfy { $0 == CellName(story: "s", metric: .cpuTime) })
      return changes.values.first?.point
    }
    // As many pairs are above as below, by the same share.
    let undecided = try #require(try change(noisy(0.05, rounds: 10)))
    #expect(abs(undecided - (1.05 * 0.95).squareRoot()) < 1e-12)
    let done = try #require(try change(noisy(0.003, factor: 1.03, rounds: 10)))
    #expect(abs(done - 1.03 * (1.003 * 0.997).squareRoot()) < 1e-12)
    #expect(try change(noisy(0.05, rounds: 4)) == nil)
    #expect(try change(noisy(0.05, rounds: 60)) == nil)
  }

  @Test func `a look settles a cell by the same verdict as an analysis`() throws {
    let result = try noisy(0.003, rounds: 5).judgement(rule: .adaptive).gated[0].outcome.result
    #expect(result?.verdict == .unchanged && result?.evidence.count == 5 && result?.pValue == 1)
    // Once settled it stays so, whatever pairs the story makes for other cells before the first analysis.
    var judging = noisy(0.003, rounds: 5)
    for round in 5..<7 {
      judging.add("s", "a", .cpuTime, 1e8, round, .duet)
      judging.add("s", "b", .cpuTime, 1.01e8, round, .duet)
    }
    #expect(try open(judging).names.isEmpty)
  }

  @Test func `a rule of before has no looks`() throws {
    var rule = DecisionRule.adaptive
    rule.looks = nil
    let judging = noisy(0.003, rounds: 9)
    let open = try OpenCells(
      judging.analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)], rule: rule)
    #expect(open.nextInterims == ["s": 10])
    #expect(
      try judging.judgement(rule: rule).gated[0].outcome
        == .missing(.beforeFirstInterim(9, first: 10)))
  }

  @Test
  func `work outside of steps keeps its story open until it is shown to be little, or tested`()
    throws
  {
    func judging(_ growth: Double, rounds: Int) -> Judging {
      var judging = noisy(0.003, rounds: rounds)
      for round in 0..<rounds {
        let noise = round % 2 == 0 ? 1.003 : 0.997
        judging.add("s", "a", .wholeCPUTime, 2e8, round, .duet)
        judging.add("s", "b", .wholeCPUTime, 2e8 * growth * noise, round, .duet)
      }
      return judging
    }
    #expect(try open(judging(1, rounds: 5)).names.isEmpty)
    #expect(try open(judging(1.5, rounds: 5)).nextInterims == ["s": 7])
    #expect(try open(judging(1.5, rounds: 7)).nextInterims == ["s": 10])
    #expect(try open(judging(1.5, rounds: 10)).names.isEmpty)
  }

  @Test func `a budget on pairs waits for the first analysis`() throws {
    let gates = [Gate(metric: .cpuTime), Gate(metric: .cpuTime, limit: .budget(2e8))]
    #expect(try open(noisy(0.003, rounds: 5), gates).nextInterims == ["s": 7])
    #expect(try open(noisy(0.003, rounds: 10), gates).names.isEmpty)
  }

  @Test func `a story whose growth is shown is done at the first interim analysis`() throws {
    #expect(try open(noisy(0.003, factor: 1.03, rounds: 10)).names.isEmpty)
  }

  @Test(arguments: [(10, 12), (14, 15), (15, 17), (29, 30), (45, 60)])
  func `a noisy story needs pairs up to the next look or interim analysis`(
    _ rounds: Int, _ next: Int
  )
    throws
  {
    let open = try open(noisy(0.05, rounds: rounds))
    #expect(open.names.map(\.description) == ["cpu-time of s"])
    #expect(open.nextInterims == ["s": next])
  }

  @Test func `a story that is proven the same has no open cell, even if its budget is measured`()
    throws
  {
    var judging = noisy(0.05, rounds: 10)
    let gates = [Gate(metric: .cpuTime), Gate(metric: .cpuTime, limit: .budget(1e9))]
    #expect(try open(judging, gates).nextInterims == ["s": 12])
    judging.storyProofs = ["s": Decision.Proof(kind: .inputs, hash: "1f", differing: [])]
    #expect(try open(judging, gates).names.isEmpty)
  }

  @Test func `no cell is open after the last interim analysis`() throws {
    #expect(try open(noisy(0.05, rounds: 60)).names.isEmpty)
  }

  @Test func `a gate that allows more is decided sooner`() throws {
    let gates = [Gate(metric: .cpuTime, limit: .change(0.25))]
    #expect(try open(noisy(0.05, rounds: 10), gates).names.isEmpty)
  }

  @Test func `a gate that allows less than the futility margin asks for more pairs`() throws {
    let gates = [Gate(metric: .cpuTime, limit: .change(0.002))]
    #expect(try open(noisy(0.003, rounds: 10), gates).names.isEmpty)
    // Within 1.2 %, but not within the floor of 0.5 %: left here it would be inconclusive.
    #expect(try open(noisy(0.01, rounds: 10)).names.isEmpty)
    #expect(try open(noisy(0.01, rounds: 10), gates).nextInterims == ["s": 12])
  }

  @Test func `growth whose interval excludes the floor stays open until it is shown`() throws {
    // At the level of one of ten cells ten pairs can't show it, by the signed rank.
    var rule = DecisionRule.adaptive
    rule.alpha = 0.001
    func open(_ judging: Judging, _ gate: Gate = Gate(metric: .cpuTime)) throws -> OpenCells {
      try OpenCells(judging.analysis, baseline: "a", candidate: "b", gates: [gate], rule: rule)
    }
    // +0.94 % (0.69 to 1.19).
    let early = noisy(0.0025, factor: 1.0094, rounds: 10)
    #expect(try open(early).nextInterims == ["s": 12])
    #expect(try early.judgement(rule: rule).verdicts == [.withinGate])
    let late = noisy(0.0025, factor: 1.0094, rounds: 15)
    #expect(try open(late).names.isEmpty)
    #expect(try late.judgement(rule: rule).verdicts == [.regressed])
    // What a gate allows is no question.
    #expect(try open(early, Gate(metric: .cpuTime, limit: .change(0.02))).names.isEmpty)
    // Nor is growth that may lie below the floor: +0.70 % (0.25 to 1.15).
    #expect(try open(noisy(0.0045, factor: 1.007, rounds: 10)).names.isEmpty)
  }

  @Test func `an improvement stays open until it is shown`() throws {
    // Growth is out of the question at once, at the first interim analysis as at the last.
    let early = noisy(0.015, factor: 0.985, rounds: 10)
    #expect(try open(early).nextInterims == ["s": 12])
    #expect(try early.judgement(rule: .adaptive).verdicts == [.inconclusive])
    let late = noisy(0.015, factor: 0.985, rounds: 45)
    #expect(try open(late).names.isEmpty)
    #expect(try late.judgement(rule: .adaptive).verdicts == [.improved])
    #expect(try open(noisy(0.003, factor: 0.97, rounds: 10)).names.isEmpty)
  }

  @Test(arguments: [0.99, 0.995, 1, 1.005, 1.01], [0.001, 0.003, 0.01, 0.03])
  func `a cell that is done before the last interim analysis is not inconclusive`(
    _ factor: Double, _ noise: Double
  ) throws {
    for rounds in DecisionRule.adaptive.stops.dropLast() {
      let judging = noisy(noise, factor: factor, rounds: rounds)
      guard try open(judging).names.isEmpty else { continue }
      #expect(try judging.judgement(rule: .adaptive).verdicts != [.inconclusive])
      return
    }
  }

  @Test
  func `if a pair has no value, the next look or analysis comes after the rounds already made`()
    throws
  {
    for (noise, rounds, next) in [(0.003, 4, 7), (0.05, 6, 10), (0.05, 9, 12)] {
      var judging = noisy(noise, rounds: rounds)
      for build in ["a", "b"] { judging.add("s", build, .minorFaults, 1, rounds, .duet) }
      #expect(try open(judging).nextInterims == ["s": next], "\(rounds)")
    }
  }

  @Test func `a cell that reached no look is missing, not passed`() throws {
    let judgement = try noisy(0.003, factor: 1.5, rounds: 4).judgement(rule: .adaptive)
    #expect(judgement.gated[0].outcome == .missing(.beforeFirstInterim(4, first: 5)))
    #expect(judgement.outcome == .notComparable)
  }

  @Test func `failed stories, budgets and missing metrics ask for no more pairs`() throws {
    var failing = noisy(0.05, rounds: 10)
    failing.add("s", "b", .cpuTime, 0, 10, .duet, failed: .crashed)
    #expect(try open(failing).names.isEmpty)
    let judging = noisy(0.05, rounds: 10)
    #expect(try open(judging, [Gate(metric: .cpuTime, limit: .budget(1e8))]).names.isEmpty)
    #expect(try open(judging, [Gate(metric: .treeCPUTime)]).names.isEmpty)
  }

  @Test func `the p value accounts for the interim analyses`() throws {
    let judging = noisy(0.003, factor: 1.006, rounds: 30)
    let once = try #require(judging.judgement().gated[0].outcome.result?.pValue)
    let adaptive = try #require(
      judging.judgement(rule: .adaptive).gated[0].outcome.result?.pValue)
    #expect(adaptive >= 6 * once && adaptive < 1)
  }

  @Test func `pairs after the last interim analysis that was due decide nothing`() throws {
    var judging = noisy(0.003, rounds: 10)
    for round in 10..<14 {
      judging.add("s", "a", .cpuTime, 1e8, round, .duet)
      judging.add("s", "b", .cpuTime, 2e8, round, .duet)
    }
    let ten = try noisy(0.003, rounds: 10).judgement(rule: .adaptive).gated[0].outcome.result
    let more = try judging.judgement(rule: .adaptive).gated[0].outcome.result
    #expect(ten?.pValue == more?.pValue)
  }

  // The level of one test is 1 % over six analyses, which ten pairs reach: 2⁻¹⁰.
  @Test(arguments: [
    (4, 0, 5 as Int?), (5, 0, nil), (5, 1, 7), (9, 1, 10), (10, 1, nil), (10, 6, 12), (10, 10, nil),
    (12, 6, 15),
  ])
  func `errors need pairs until more of them are shown, or may come by chance`(
    _ rounds: Int, _ more: Int, _ next: Int?
  ) throws {
    var judging = Judging()
    for round in 0..<rounds {
      judging.add("s", "a", .errors, 1, round, .duet)
      judging.add("s", "b", .errors, round < more ? 4 : 1, round, .duet)
    }
    let found = try open(judging, [Gate(metric: .errors)])
    #expect(found.nextInterims["s"] == next && found.names.count == (next == nil ? 0 : 1))
  }
}
