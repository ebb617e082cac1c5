import Analysis
import Experimenting
import Metrics
import Recording
import Running
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite struct PairedExperimentTests {
  private let pairs = ScriptedPairs()
  private static let growth = [Gate(metric: .cpuTime)]

  /// Five percent up and down in turns, which no number of pairs up to 60 decides.
  private static func noise(_ planned: PlannedPair) -> Double {
    planned.round % 2 == 0 ? 1.05 : 0.95
  }

  /// What came of it, and what was declared meanwhile.
  private func carryOut(
    _ stories: [String] = ["s"], gates: [Gate] = Self.growth, rule: DecisionRule = .adaptive,
    rounds: Int = 60, within limit: Duration? = nil, after runs: [Run] = [],
    each: (PairedExperiment) -> Void = { _ in },
    requireTime: @escaping (Duration, RoundTime, Int, [Run]) throws -> Void = { _, _, _, _ in },
    tell: (PairedExperiment.Interim) -> Void = { _ in }
  ) throws -> (experiment: PairedExperiment, declared: [Experiment]) {
    let decision = Decision(purpose: .comparison, baseline: "a", candidate: "b", rule: rule)
    var planned = Replay.experiment(
      stories: stories, builds: Replay.builds("a", "b"), rounds: rounds)
    planned.decision = decision
    let experiment = PairedExperiment(
      planned, decision: decision, gates: gates, after: runs,
      deadline: limit.map { pairs.now + $0 },
      runner: PairRunner(executor: pairs, interruption: try Interruption()), now: { pairs.now },
      requireTime: requireTime)
    var declared: [Experiment] = []
    let isComplete = try experiment.carryOut(
      store: { _ in each(experiment) }, declare: { declared.append($0) }, tell: tell)
    #expect(isComplete)
    return (experiment, declared)
  }

  private func count(_ experiment: PairedExperiment, _ story: String = "s") -> Int {
    experiment.runs.count { $0.story == story && $0.build == "b" && $0.kind == .duet }
  }

  @Test func `a steady story needs five pairs, and a noisy one sixty`() throws {
    pairs.factor = { $0.story == "noisy" ? Self.noise($0) : 1 }
    let (experiment, _) = try carryOut(["steady", "noisy"])
    #expect(count(experiment, "steady") == 5 && count(experiment, "noisy") == 60)
  }

  @Test func `each stop tells the changes so far, and which cells are open`() throws {
    pairs.factor = { $0.story == "noisy" ? Self.noise($0) : 1.2 }
    var told: [PairedExperiment.Interim] = []
    _ = try carryOut(["slower", "noisy"], tell: { told.append($0) })
    let (slower, noisy) = (
      CellName(story: "slower", metric: .cpuTime), CellName(story: "noisy", metric: .cpuTime)
    )
    let look = try #require(told.first)
    #expect(look.pairs == 5 && Set(look.open) == [slower, noisy])
    #expect(Set(look.changes.keys) == [slower, noisy])
    // Ten pairs can't show growth of one of two cells.
    let analysis = try #require(told.first { $0.pairs == 15 })
    #expect(analysis.open == [noisy])
    #expect(abs(try #require(analysis.changes[slower]).point - 1.2) < 1e-12)
  }

  @Test func `a story with only a budget gets its first pairs even if time is limited`() throws {
    let budget = [Gate(metric: .cpuTime, limit: .budget(2e8))]
    let (experiment, declared) = try carryOut(gates: budget, within: .seconds(1000))
    #expect(count(experiment) == 10)
    #expect(declared.map(\.rounds) == [60])
  }

  @Test
  func `after the deadline no more interim analyses are made, and planned ones keep their share`()
    throws
  {
    pairs.factor = Self.noise
    pairs.time = { .seconds($0.round <= 2 ? 1 : 10) }
    let (experiment, declared) = try carryOut(within: .seconds(61))
    #expect(count(experiment) == 10)
    let interims = declared.map { $0.decision?.rule.interims?.pairs }
    #expect(interims == [InterimSchedule.standard.pairs, InterimSchedule.standard.pairs])
    #expect(declared.map(\.rounds) == [60, 10])
    #expect(experiment.experiment.rounds == 10)
    #expect(experiment.experiment.decision?.rule.interims == .standard)
  }

  @Test func `a time limit decides after two rounds how many pairs there are at most`() throws {
    pairs.factor = Self.noise
    pairs.time = { _ in .seconds(1) }
    var most: [Int?] = []
    let (experiment, _) = try carryOut(["a", "b"], within: .seconds(41)) {
      most.append($0.progress.most)
    }
    #expect(most == [nil, nil, nil, nil] + (0..<36).reversed().map { $0 })
    #expect(experiment.progress.made == 40)
  }

  /// The first round's pairs are made alone, later ones two at once.
  @Test func `a shorter second round leaves time for more pairs`() throws {
    pairs.factor = Self.noise
    pairs.time = { .seconds($0.round == 1 ? 2 : 1) }
    var told: [[Duration]] = []
    let (experiment, declared) = try carryOut(
      within: .seconds(21),
      requireTime: { left, time, number, runs in
        told.append([time.round, left])
        #expect(runs.map(\.round).max() == number)
      })
    // By the first, there would be time for 10.
    #expect(told == [[.seconds(2), .seconds(21)], [.seconds(1), .seconds(20)]])
    #expect(count(experiment) == 20)
    #expect(declared.map(\.rounds) == [20])
    #expect(declared.last?.decision?.rule.interims?.pairs == [10, 15, 20])
  }

  @Test func `a time limit that is refused after the first round ends the pairs there`() throws {
    #expect(throws: RunningError.noCallgrind) {
      try carryOut(
        within: .seconds(21), requireTime: { _, _, _, _ in throw RunningError.noCallgrind })
    }
    #expect(pairs.made == 1)
  }

  @Test func `the deadline ends pairs although a settled story has fewer than an analysis needs`()
    throws
  {
    pairs.factor = { $0.story == "noisy" ? Self.noise($0) : 1 }
    pairs.time = { .seconds($0.round <= 2 ? 1 : 12) }
    let (experiment, declared) = try carryOut(["steady", "noisy"], within: .seconds(121))
    #expect(count(experiment, "steady") == 5 && count(experiment, "noisy") == 10)
    #expect(declared.map(\.rounds) == [60, 10])
  }

  @Test func `the first interim analysis is made even if the time is up`() throws {
    pairs.factor = Self.noise
    let (experiment, _) = try carryOut(within: .zero)
    #expect(count(experiment) == 2)
    #expect(experiment.experiment.decision?.rule.interims?.pairs == [2])
  }

  @Test(arguments: [DecisionRule.adaptive, .standard])
  func `a story that fails gets no more pairs`(_ rule: DecisionRule) throws {
    pairs.failure = { $0.story == "crashing" && $0.round == 3 ? .crashed : nil }
    let (experiment, _) = try carryOut(["crashing", "steady"], rule: rule, rounds: 10)
    #expect(count(experiment, "crashing") == 3)
    #expect(count(experiment, "steady") == (rule == .adaptive ? 5 : 10))
  }

  @Test func `a story that failed before the pairs gets none, also with a time limit`() throws {
    let crashed = Replay.run("s", on: "b", kind: .fixedAddresses, failed: .crashed)
    for limit in [nil, Duration.seconds(5)] {
      let (experiment, _) = try carryOut(within: limit, after: [crashed])
      #expect(count(experiment) == 0)
    }
  }

  private static func planned(_ stories: [String]) -> Experiment {
    var planned = Replay.experiment(
      stories: stories, builds: Replay.builds("a", "b"), rounds: 60)
    planned.decision = Decision(
      purpose: .comparison, baseline: "a", candidate: "b", rule: .adaptive)
    return planned
  }

  /// Pairs of noise.
  private func paired(_ planned: Experiment) throws -> PairedExperiment {
    pairs.factor = Self.noise
    return PairedExperiment(
      planned, decision: try #require(planned.decision), gates: Self.growth, after: [],
      runner: PairRunner(executor: pairs, interruption: try Interruption()))
  }

  @Test func `a story that can't run at fixed addresses still gets its pairs`() throws {
    let refused = Replay.run("s", on: "b", kind: .fixedAddresses, failed: .notMeasured)
    let (experiment, _) = try carryOut(after: [refused])
    #expect(count(experiment) == 5)
  }
}
