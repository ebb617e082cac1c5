import Metrics
import Recording
import Running
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experimenting

/// The pairs of a control among those of an experiment.
@Suite struct ControlPairsTests {
  private let pairs = ScriptedPairs()

  /// What came of it, and what was declared meanwhile.
  private func carryOut(
    _ stories: [String] = ["s", "t"], rule: DecisionRule = .adaptive, rounds: Int = 60,
    within limit: Duration? = nil, hasControl: Bool = true,
    gates: [Gate] = [Gate(metric: .cpuTime)]
  ) throws -> (runs: [Run], declared: [Experiment]) {
    let decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: rule,
      control: hasControl ? Decision.Control(isCopy: true) : nil)
    var planned = Replay.experiment(
      stories: stories, builds: Replay.builds("a", "b"), rounds: rounds)
    planned.decision = decision
    let experiment = PairedExperiment(
      planned, decision: decision, gates: gates, after: [],
      deadline: limit.map { pairs.now + $0 },
      runner: PairRunner(executor: pairs, interruption: try Interruption()), now: { pairs.now })
    var declared: [Experiment] = []
    #expect(
      try experiment.carryOut(
        store: { _ in }, declare: { declared.append($0) }, tell: { _ in }))
    return (experiment.runs, declared)
  }

  /// The candidate's runs, each by its story, and a control's by its number.
  private func order(_ runs: [Run]) -> [String] {
    runs.filter { $0.build != "a" }.map { $0.kind == .control ? "\($0.round)" : $0.story }
  }

  @Test(arguments: [
    (10, false, [1, 2, 5, 10]), (10, true, [1, 2, 5, 10, 10, 10, 11]),
    (5, false, [2, 4, 10]), (3, false, [2, 4, 6]), (30, false, [0, 0, 1, 1, 1, 2]),
  ])
  func `ten control pairs are spread over the planned rounds, then one comes every third round`(
    _ rounds: Int, _ goesOn: Bool, _ expected: [Int]
  ) {
    let asked =
      rounds == 10
      ? [1, 2, 5, 10, 11, 12, 13] : rounds == 5 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6]
    #expect(
      expected
        == asked.prefix(expected.count).map {
          Decision.Control.pairs(through: $0, of: rounds, goesOn: goesOn)
        })
    #expect(
      Decision.Control.pairs(through: rounds, of: rounds, goesOn: goesOn) == min(10, 2 * rounds))
  }

  @Test func `the control's pairs are spread among the others, and do not change their order`()
    throws
  {
    let (runs, declared) = try carryOut()
    let control = runs.filter { $0.kind == .control }
    #expect(control.count == 20 && Set(control.map(\.build)) == ["a", "a again"])
    #expect(Set(control.map(\.round)) == Set(1...10))
    #expect(runs.map(\.position) == Array(1...runs.count))
    #expect(declared.count == 1 && declared[0].decision?.control?.story == "s")
    // Two in each round, never all at the end.
    let order = order(runs)
    try #require(order.count == 20)
    for round in 0..<5 {
      #expect(
        order[4 * round..<4 * round + 4].compactMap { Int($0) }.sorted()
          == [2 * round + 1, 2 * round + 2])
    }
    let (others, _) = try carryOut(hasControl: false)
    #expect(order.filter { Int($0) == nil } == self.order(others))
    let sides = runs.filter { $0.kind != .control }.map(\.build)
    #expect(sides == others.map(\.build))
  }

  @Test func `the control goes on as long as any story does`() throws {
    pairs.factor = { $0.isControl || $0.round % 2 == 0 ? 1.05 : 0.95 }
    let (runs, _) = try carryOut(["s"])
    #expect(runs.count { $0.kind == .duet && $0.build == "b" } == 60)
    // Ten, and one for each three of the other 55 rounds.
    #expect(runs.count { $0.kind == .control && $0.build == "a" } == 28)
  }

  @Test func `the control goes on up to the only interim analysis that there is time for`() throws {
    pairs.factor = { $0.isControl ? 1 : $0.round % 2 == 0 ? 1.05 : 0.95 }
    let (runs, declared) = try carryOut(["s"], within: .seconds(22))
    #expect(declared.last?.decision?.rule.interims?.pairs == [10])
    #expect(runs.count { $0.kind == .duet && $0.build == "b" } == 10)
    // Ten with the first five rounds, and one for three of the others: 21 s.
    #expect(runs.count { $0.kind == .control && $0.build == "a" } == 11)
  }

  @Test func `the control's pairs count towards the time limit`() throws {
    let rule = DecisionRule.standard
    let (free, _) = try carryOut(["s"], rule: rule, within: .seconds(30), hasControl: false)
    #expect(free.count { $0.build == "b" } == 30)
    let (runs, declared) = try carryOut(["s"], rule: rule, within: .seconds(30))
    // Ten of thirty seconds are the control's.
    #expect(declared.last?.rounds == 20)
    #expect(runs.count { $0.kind == .duet && $0.build == "b" } == 20)
    #expect(runs.count { $0.kind == .control && $0.build == "a" } == 10)
  }

  @Test func `a control that fails once gets no more pairs, and fails no story`() throws {
    pairs.failure = { $0.isControl && $0.round == 3 ? .crashed : nil }
    let (runs, _) = try carryOut(["s"])
    #expect(runs.count { $0.kind == .control && $0.build == "a" } == 3)
    #expect(runs.count { $0.kind == .duet && $0.build == "a" && $0.passed } == 5)
    #expect(runs.allSatisfy { $0.storyFailure == nil })
  }

  @Test func `without a story under a gate on a time there is no control`() throws {
    let (runs, declared) = try carryOut(gates: [Gate(metric: .peakMemory)])
    #expect(!runs.contains { $0.kind == .control })
    #expect(declared.last?.decision?.control == Decision.Control(isCopy: true))
  }
}

@Suite struct ControlChoiceTests {
  private func run(
    _ story: String, cpu: Double, time: Int64, kind: RunKind = .duet, failed: Bool = false
  ) -> Run {
    var run = Replay.run(
      story, on: "a", kind: kind, [.cpuTime: cpu], failed: failed ? .crashed : nil)
    run.arrangement =
      kind == .duet
      ? .duet(Arrangement.SharedCPU(cpu: 0, slice: nil, tick: 0)) : .backToBack(.scenario)
    run.interference = Interference(observed: time, processors: 2, harness: 0)
    return run
  }

  private func choice(_ runs: [Run], gates: [Gate] = [Gate(metric: .cpuTime)]) -> String? {
    ControlChoice(among: runs.map(\.story), of: runs, on: "a", gates: gates)?.story
  }

  @Test func `the control is the cheapest story with enough CPU time`() {
    let runs = [
      run("long", cpu: 9e8, time: 900), run("short", cpu: 4.9e7, time: 100),
      run("enough", cpu: 5e7, time: 300), run("waiting", cpu: 8e7, time: 500),
    ]
    #expect(choice(runs) == "enough")
  }

  @Test func `if all stories are short, the control is the one with the most CPU time`() {
    #expect(choice([run("s", cpu: 1e6, time: 1), run("t", cpu: 2e6, time: 9)]) == "t")
  }

  @Test func `a duet is preferred as the control, and a failed story is never chosen`() {
    let runs = [
      run("alone", cpu: 6e7, time: 1, kind: .solo), run("broken", cpu: 6e7, time: 2, failed: true),
      run("at-once", cpu: 7e7, time: 3),
    ]
    #expect(choice(runs) == "at-once")
    #expect(choice([runs[0]]) == "alone")
    #expect(choice([runs[1]]) == nil)
  }

  @Test func `only a story with a gate that compares a time can be the control`() {
    let runs = [run("s", cpu: 6e7, time: 1), run("t", cpu: 7e7, time: 2)]
    #expect(choice(runs, gates: [Gate(metric: .wallTime, stories: ["t"])]) == "t")
    #expect(choice(runs, gates: [Gate(metric: .cpuTime, limit: .budget(1e9))]) == nil)
    #expect(choice(runs, gates: [Gate(metric: .instructions)]) == nil)
  }
}
