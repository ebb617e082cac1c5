import Analysis
import Comparing
import Recording
import Running
import Scenarios
import Statistics

/// Carries out an experiment that decides between two builds: look by look, each with more pairs of
/// those stories that are not decided yet, until all are or the last look was taken.
///
/// How many pairs a story gets depends on what was measured, as the rule that was declared before
/// allows: its levels are shared among all looks.
public final class PairedExperiment {
  /// The experiment; its decision says in the end which looks there was time for.
  public private(set) var experiment: Experiment
  /// All runs so far.
  public private(set) var runs: [Run]
  private let runner: PairRunner
  private let gates: [Gate]
  private let deadline: ContinuousClock.Instant?
  private var decision: Decision
  /// How many rounds each story has taken part in.
  private var rounds: [String: Int] = [:]

  /// Prepares.
  /// - Parameters:
  ///   - experiment: the experiment.
  ///   - decision: the experiment's.
  ///   - gates: what may not get worse.
  ///   - runs: runs that were made before: those that give other figures than pairs.
  ///   - deadline: when all pairs should be made; nil for no matter when.
  public init(
    _ experiment: Experiment, decision: Decision, gates: [Gate], after runs: [Run],
    deadline: ContinuousClock.Instant? = nil, runner: PairRunner
  ) {
    self.experiment = experiment
    self.decision = decision
    self.gates = gates
    self.runs = runs
    self.deadline = deadline
    self.runner = runner
  }

  /// What is told between two looks.
  public struct Look: Sendable {
    /// After how many pairs it was taken.
    public let pairs: Int
    /// The gated cells that need more pairs.
    public let open: [CellName]
  }

  /// Makes all pairs that are needed.
  /// - Parameters:
  ///   - store: keeps a pair; called before the next begins.
  ///   - declare: keeps the experiment with fewer looks than it was planned with, where time is
  ///     short; called before any pair beyond the first round is made.
  ///   - tell: is told the state at each look.
  /// - Returns: whether it was completed; false where Rehearse was told to stop.
  /// - Throws: what `store` and `declare` throw; `StatisticsError` where the rule's numbers allow no
  ///   test.
  public func carryOut(
    store: (RunPair) throws -> Void, declare: (Experiment) throws -> Void, tell: (Look) -> Void
  ) throws -> Bool {
    if let deadline {
      let start = ContinuousClock.now
      guard try makePairs(of: stories, to: 1, store) else { return false }
      try fit(into: deadline - start, round: ContinuousClock.now - start)
      try declare(experiment)
    }
    while let (stories, look) = try next(tell) {
      guard try makePairs(of: stories, to: look, store) else { return false }
    }
    return true
  }

  private var stories: [String] { experiment.stories.map(\.name) }

  /// Brings stories, all of which took part in the same rounds, to so many.
  private func makePairs(
    of stories: [String], to look: Int, _ store: (RunPair) throws -> Void
  ) throws -> Bool {
    let done = stories.map { rounds[$0, default: 0] }.min() ?? 0
    let plan = PairPlan(
      stories: stories, baseline: decision.baseline, candidate: decision.candidate,
      rounds: done + 1...look, layouts: experiment.layouts,
      after: runs.map(\.position).max() ?? 0, seed: experiment.seed)
    for story in stories { rounds[story] = look }
    return try runner.carryOut(plan) { pair in
      try store(pair)
      runs += pair.inOrder
    }
  }

  /// Leaves out the looks that there is no time for. Only the clock has a say in it, no result, so
  /// the levels of those that are left may be as great as if they had been all that was planned.
  private func fit(into time: Duration, round: Duration) throws {
    let affordable = max(PairedRatio.fewestPairs, Int(time / round))
    if let looks = decision.rule.looks {
      let left = looks.pairs.filter { $0 <= affordable }
      decision.rule.looks = try LookSchedule(
        pairs: left.isEmpty ? [min(affordable, looks.pairs[0])] : left)
      experiment.rounds = decision.rule.looks?.pairs.last ?? experiment.rounds
    } else {
      experiment.rounds = min(experiment.rounds, affordable)
    }
    experiment.decision = decision
  }

  /// The stories that go on, and to which round; nil once all are done. Of stories that stand at
  /// different rounds those come first that have fewest.
  private func next(_ tell: (Look) -> Void) throws -> (stories: [String], look: Int)? {
    let due = try due(tell)
    guard let done = due.keys.map({ rounds[$0, default: 0] }).min() else { return nil }
    let behind = due.filter { rounds[$0.key, default: 0] == done }
    guard let look = behind.values.min() else { return nil }
    return (stories.filter { behind[$0] != nil }, look)
  }

  /// For each story that is not decided, how many rounds it needs in all. One whose pairs are missing
  /// though it took part in so many rounds would not get them from further ones.
  private func due(_ tell: (Look) -> Void) throws -> [String: Int] {
    guard let looks = decision.rule.looks else {
      return wanted(experiment.rounds)
    }
    if rounds.isEmpty {
      return wanted(looks.pairs[0])
    }
    let open = try OpenCells(
      ExperimentAnalysis(experiment, runs: runs), baseline: decision.baseline,
      candidate: decision.candidate, gates: gates, rule: decision.rule)
    let due = open.nextLooks.filter { $0.value > rounds[$0.key, default: 0] }
    tell(
      Look(pairs: rounds.values.max() ?? 0, open: open.names.filter { due[$0.story] != nil }))
    return due
  }

  private func wanted(_ count: Int) -> [String: Int] {
    stories.filter { rounds[$0, default: 0] < count }.reduce(into: [:]) { $0[$1] = count }
  }
}
