import Analysis
import Recording
import Running
import Scenarios
import Statistics

/// Carries out an experiment that decides between two builds, one look or interim analysis at a time, each with
/// more pairs of the undecided stories, until all are decided or the last interim analysis was made. A story that
/// failed by itself is decided: it gets no further pairs.
///
/// The number of a story's pairs depends on the measurements, as the previously declared rule allows: all
/// interim analyses share its levels.
///
/// A control (`Decision.Control`) has its own pairs among them, of a story that the first round chooses. They
/// decide nothing before the end.
public final class PairedExperiment {
  /// The experiment; in the end its decision says which interim analyses there was time for.
  public private(set) var experiment: Experiment
  /// All runs so far.
  public private(set) var runs: [Run]
  private let runner: PairRunner
  private let gates: [Gate]
  private let earlier: EarlierRuns
  private let deadline: ContinuousClock.Instant?
  private let now: () -> ContinuousClock.Instant
  private let requireTime: (Duration, RoundTime, Int, [Run]) throws -> Void
  private var decision: Decision
  /// The number of rounds that each story has taken part in.
  private var rounds: [String: Int] = [:]
  /// The number of pairs that were made of each story.
  private var made: [String: Int] = [:]
  private var failed: Set<String>
  /// The last round whose pairs of the control were planned.
  private var controlRounds = 0
  /// A Boolean value indicating whether the control failed; it says nothing any more then.
  private var controlFailed = false
  /// The stories that get pairs now, and may get more.
  private var pursued: [String] = []
  /// A Boolean value indicating whether the number of rounds is known: a time limit sets it after the first two.
  private var isPlanned: Bool
  /// The rounds that other machines make before these; 0 if one machine makes all.
  private let skipped: Int
  private let firstPosition: Int

  /// Prepares the pairs of an experiment, after `runs` with other measurements.
  ///
  /// The pairs of an interrupted experiment, `earlier`, go through all looks and analyses as if just made. If
  /// the number of pairs is given, this machine makes its `own` rounds, nil for all, after the last place in
  /// the order that belongs to other machines. All pairs, including earlier ones, should be made by the
  /// deadline; nil for no limit. After each of the first two rounds, `requireTime` receives the time for all pairs
  /// if every round takes as long as the latest, that of the latest, its number, and all runs so far, and may refuse
  /// to go on.
  public init(
    _ experiment: Experiment, rounds own: ClosedRange<Int>? = nil, startingAfter position: Int = 0,
    decision: Decision, gates: [Gate], after runs: [Run],
    resuming earlier: EarlierRuns = EarlierRuns(), deadline: ContinuousClock.Instant? = nil,
    runner: PairRunner,
    now: @escaping () -> ContinuousClock.Instant = { .now },
    requireTime: @escaping (Duration, RoundTime, Int, [Run]) throws -> Void = { _, _, _, _ in }
  ) {
    var experiment = experiment
    skipped = (own?.lowerBound ?? 1) - 1
    firstPosition = position
    if let own {
      experiment.rounds = own.upperBound
      for story in experiment.stories { rounds[story.name] = skipped }
    }
    self.experiment = experiment
    self.decision = decision
    self.gates = gates
    self.runs = runs
    self.earlier = earlier
    self.deadline = deadline
    isPlanned = deadline == nil
    self.now = now
    self.requireTime = requireTime
    failed = Set(runs.filter(\.failedByItself).map(\.story))
    self.runner = runner
  }

  /// The state at a look or an interim analysis.
  public struct Interim: Sendable {
    /// The number of pairs at that time.
    public let pairs: Int
    /// The gated cells that need more pairs.
    public let open: [CellName]
    /// The changes so far of the gated cells that pairs decide, open or not.
    public let changes: [CellName: Estimate]

    /// A state.
    public init(pairs: Int, open: [CellName], changes: [CellName: Estimate] = [:]) {
      (self.pairs, self.open, self.changes) = (pairs, open, changes)
    }
  }

  /// The numbers of pairs made and still to come.
  public var progress: PairProgress {
    func left(to rounds: (String) -> Int) -> Int {
      open.map { max(0, rounds($0) - skipped - made[$0, default: 0]) }.reduce(0, +)
    }
    let undecided = Set(pursued)
    return PairProgress(
      made: made.values.reduce(0, +), next: left { rounds[$0, default: 0] },
      most: isPlanned
        ? left { undecided.contains($0) ? experiment.rounds : rounds[$0, default: 0] } : nil)
  }

  /// Makes all needed pairs.
  /// - Parameters:
  ///   - store: keeps a pair; called before the next begins, and for each earlier pair.
  ///   - declare: keeps the experiment with the story of its control, and with fewer interim analyses than
  ///     planned if time is short. It is called before any pair of the control, before any beyond the first
  ///     round, or the first two if time is limited, and again with fewer rounds if the deadline passes between
  ///     two interim analyses.
  ///   - tell: receives the state at each look and interim analysis.
  /// - Returns: whether it was completed; false if Rehearse was asked to stop.
  /// - Throws: the errors of `store`, `declare` and `requireTime`; `RunningError.planDeparture`; `StatisticsError` if
  ///   the rule's numbers allow no test.
  public func carryOut(
    store: (Pair<Run>) throws -> Void, declare: (Experiment) throws -> Void,
    tell: (Interim) -> Void
  ) throws -> Bool {
    if deadline != nil || decision.control != nil {
      guard try makeFirstRounds(store, declare) else { return false }
    }
    while let (stories, interim) = try next(tell) {
      if isOverdue, let pairs = takenPairs(stories) {
        experiment.rounds = pairs
        try declare(experiment)
        return true
      }
      guard try makePairs(of: stories, to: interim, store) else { return false }
    }
    return true
  }

  /// Makes the first round, plans the rest, and then makes the control's pairs of that round. If time is limited, it
  /// makes the first two rounds before: only from the second on, pairs of two stories are sure to be made at once if
  /// they can be.
  private func makeFirstRounds(
    _ store: (Pair<Run>) throws -> Void, _ declare: (Experiment) throws -> Void
  ) throws -> Bool {
    // An interrupted experiment goes on in the same order, whatever can be made at once then.
    let last = deadline == nil ? 1 : max(1, min(PairedRatio.fewestPairs, experiment.rounds))
    for round in 1...last {
      let (start, before) = (now(), earlier.measuringTime(ofRound: round))
      guard try makePairs(of: open, to: round, withControl: false, store) else { return false }
      // If there are later pairs, there was time for them.
      guard earlier.isExhausted, let deadline else { continue }
      let time = RoundTime(round: now() - start + before, control: controlChoice?.time ?? .zero)
      // A round without stories takes no time; nothing is dropped then.
      guard time.round > .zero else { continue }
      let left = deadline - now() + time.round * round
      // A failure is more important than the time.
      if failed.isEmpty { try requireTime(left, time, round, runs) }
      if round == last { try fit(into: left, time) }
    }
    chooseControl()
    // If there are later pairs, it was declared before them.
    if earlier.isExhausted { try declare(experiment) }
    isPlanned = true
    return try makePairs(of: [], to: last, store)
  }

  /// The stories that may need pairs.
  private var open: [String] { experiment.stories.map(\.name).filter { !failed.contains($0) } }

  /// For existing pairs it was already decided whether there was time.
  private var isOverdue: Bool {
    guard let deadline, earlier.isExhausted else { return false }
    return now() >= deadline
  }

  /// The number of pairs at the last interim analysis; nil if these stories, which need more pairs, are before the
  /// first, which is made whatever the clock says, or if all pairs are judged once.
  ///
  /// Interim analyses that the deadline prevents keep their share of the level: the duration of pairs depends
  /// on how many stories are still open, and so on the findings.
  private func takenPairs(_ stories: [String]) -> Int? {
    guard let interims = decision.rule.interims,
      let maximum = open.map({ rounds[$0, default: 0] }).max(),
      stories.allSatisfy({ rounds[$0, default: 0] >= interims.pairs[0] })
    else { return nil }
    return interims.taken(with: maximum).last
  }

  /// Makes pairs up to this round of stories that all took part in the same rounds, and of the control.
  private func makePairs(
    of stories: [String], to interim: Int, withControl: Bool = true,
    _ store: (Pair<Run>) throws -> Void
  ) throws -> Bool {
    let done = stories.map { rounds[$0, default: 0] }.min() ?? 0
    let plan = PairPlan(
      stories: stories, baseline: decision.baseline, candidate: decision.candidate,
      rounds: done + 1...interim, layouts: experiment.layouts,
      control: withControl ? controlPlan : nil,
      after: runs.map(\.position).max() ?? firstPosition, seed: experiment.seed)
    if withControl { controlRounds = max(controlRounds, interim) }
    pursued = stories
    for story in stories { rounds[story] = interim }
    return try runner.carryOut(
      plan, after: earlier,
      isNeeded: { $0.isControl ? !controlFailed : !failed.contains($0.story) }
    ) { pair in
      let isControl = pair.baseline.kind == .control
      if !isControl { made[pair.baseline.story, default: 0] += 1 }
      try store(pair)
      runs += pair.inOrder
      if isControl {
        controlFailed = controlFailed || pair.inOrder.contains { !$0.passed }
      } else if pair.inOrder.contains(where: \.failedByItself) {
        failed.insert(pair.baseline.story)
      }
    }
  }

  private var controlPlan: ControlPlan? {
    decision.control?.story.map { story in
      ControlPlan(
        story: story, rounds: decision.rule.stops.first ?? experiment.rounds,
        goesOn: decision.rule.stops.count > 1, after: controlRounds)
    }
  }

  /// The story for a control by the first round; nil if there is no control, or no story for one.
  private var controlChoice: ControlChoice? {
    decision.control.flatMap { _ in
      ControlChoice(among: open, of: runs, on: decision.baseline, gates: gates)
    }
  }

  /// Chooses the control's story, unless it is already chosen.
  private func chooseControl() {
    guard let control = decision.control else { return }
    if control.story == nil {
      let choice = controlChoice
      decision.control?.story = choice?.story
    }
    experiment.decision = decision
  }

  /// Drops the interim analyses that there is no time for, judging by the first rounds. All stories are in them,
  /// and nothing was decided yet. So only the clock decides, no result, and the remaining levels may be as
  /// great as if no others had been planned.
  private func fit(into time: Duration, _ round: RoundTime) throws {
    let affordable = round.affordable(in: time, of: experiment.rounds, by: decision.rule)
    let plan = try decision.rule.affording(affordable, of: experiment.rounds)
    (decision.rule, experiment.rounds) = (plan.rule, plan.rounds)
    experiment.decision = decision
  }

  /// The stories that continue, and their target round; nil if all are done. Stories with the fewest rounds
  /// come first.
  private func next(_ tell: (Interim) -> Void) throws -> (stories: [String], interim: Int)? {
    let due = try due(tell)
    guard let done = due.keys.map({ rounds[$0, default: 0] }).min() else { return nil }
    let behind = due.filter { rounds[$0.key, default: 0] == done }
    guard let interim = behind.values.min() else { return nil }
    return (open.filter { behind[$0] != nil }, interim)
  }

  /// The total number of rounds that each undecided story needs. A story that took part in this many rounds
  /// but lacks pairs would not get them from further ones.
  private func due(_ tell: (Interim) -> Void) throws -> [String: Int] {
    guard let stop = decision.rule.stops.first else { return wanted(experiment.rounds) }
    let first = wanted(stop)
    if !first.isEmpty { return first }
    let cells = try OpenCells(
      ExperimentAnalysis(experiment, runs: runs), baseline: decision.baseline,
      candidate: decision.candidate, gates: gates, rule: decision.rule)
    let due = cells.nextInterims.filter {
      !failed.contains($0.key) && $0.value > rounds[$0.key, default: 0]
    }
    tell(
      Interim(
        pairs: rounds.values.max() ?? 0, open: cells.names.filter { due[$0.story] != nil },
        changes: cells.changes))
    return due
  }

  private func wanted(_ count: Int) -> [String: Int] {
    open.filter { rounds[$0, default: 0] < count }.reduce(into: [:]) { $0[$1] = count }
  }
}

/// The progress of an experiment in pairs.
public struct PairProgress: Sendable, Equatable {
  /// The number of pairs that are made, of all stories.
  public let made: Int
  /// The number still to come before the next look or interim analysis, or to the end if there is none.
  public let next: Int
  /// The number still to come if no story is decided early; nil as long as a time limit has not decided it.
  public let most: Int?

  /// A state.
  public init(made: Int, next: Int, most: Int?) {
    (self.made, self.next, self.most) = (made, next, most)
  }
}

extension Run {
  fileprivate var failedByItself: Bool { storyFailure != nil }
}
