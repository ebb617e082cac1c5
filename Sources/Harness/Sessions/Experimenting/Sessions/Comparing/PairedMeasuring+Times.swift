import Analysis
import Metrics
import Recording
import Running
import Scenarios
import Statistics

/// How stories spend their time, and the wall time of those without a gate on it.
extension PairedMeasuring {
  /// Looks at stories alone, to find how they spend their time, if any gate needs pairs.
  /// - Returns: the memory that each took, on the side that took more if both were looked at, bytes.
  @discardableResult
  func lookAtAlone(
    _ stories: Set<String>, _ recorder: ExperimentRecorder, _ subject: ReplaySubject,
    _ gates: [Gate], within budget: TimeBudget?, after runs: [Run]
  ) throws -> [String: Double] {
    guard gates.contains(where: \.needsPairs) else { return [:] }
    let measured = recorder.experiment.measured(for: gates).stories.map(\.name)
    return try recorder.lookAtAlone(
      measured.filter(stories.contains), subject, after: runs, equipment.within(budget))
  }

  /// The stories without a gate on wall time, whose verdicts may hide how long people wait for them.
  ///
  /// Many users come when they are due: the time between them is no story's. That of a proven story is the same.
  /// Parts have none: no other runs show their wall time.
  func storiesLookedAt(_ experiment: Experiment) -> Set<String> {
    guard settings.part == nil, purpose != .qualification, purpose != .explanation else {
      return []
    }
    return Set(file.scenario.stories.filter { $0.users == nil }.map(\.name))
      .intersection(experiment.measured(for: []).stories.map(\.name)).subtracting(storiesAlone)
  }

  /// The stories that run in turns on all CPUs if they use several: those with a gate on wall time. Parts make these
  /// pairs one after the other, which only scatters more: machines that saw different things could not be merged.
  var storiesTimed: Set<String> {
    settings.part != nil ? [] : mayTakeTurns.intersection(storiesAlone).filter { wants(.duet, $0) }
  }

  /// The stories of many users whose runs are made one after the other if their services are too busy for one CPU.
  /// A part looks at them on its own machine, because a CPU that is too busy hides changes.
  var undecidedLoads: Set<String> { file.scenario.undecidedLoads.subtracting(storiesAlone) }

  /// The stories whose sides can't share a CPU, and why.
  func storiesUnshared(_ experiment: Experiment) -> [String: Arrangement.Reason] {
    experiment.decision?.storiesUnshared(loads: undecidedLoads) ?? [:]
  }

  /// All stories whose runs are made one after the other, and why.
  func storiesApart(_ experiment: Experiment) -> [String: Arrangement.Reason] {
    storiesAlone.reduce(into: storiesUnshared(experiment)) { $0[$1] = .gate }
  }

  /// The stories whose pairs are made in turns on all CPUs, because they use several or the scenario says so.
  func storiesInTurns(_ experiment: Experiment) -> Set<String> {
    storiesTimed.filter { experiment.decision?.rhythms?[$0]?.kind == .severalCPUs }
      .union(mayTakeTurns.filter { wants(.gang, $0) })
  }

  private func wants(_ arrangement: Scenario.Arrangement, _ story: String) -> Bool {
    file.scenario.arrangement(of: story) == arrangement
  }

  /// The stories without a gate on what turns change. For a budget the changes of turns count, too.
  private var mayTakeTurns: Set<String> {
    let changed = gates.filter { gate in
      gate.metric.isChangedByTurns || gate.isBudget && gate.metric.unit == .nanoseconds
    }
    return Set(
      file.scenario.stories.map(\.name).filter { story in
        !changed.contains { $0.covers(story: story) }
      })
  }

  /// Measures the wall time of stories that wait or use several CPUs without a gate on it, in as many pairs
  /// of lone runs as the first interim analysis has. For information only.
  /// - Returns: false if the user asked to stop.
  func measureTimes(
    _ recorder: ExperimentRecorder, _ subject: ReplaySubject, _ gates: [Gate],
    within budget: TimeBudget?, after runs: inout [Run]
  ) throws -> Bool {
    guard let decision = recorder.experiment.decision, let rhythms = decision.rhythms else {
      return true
    }
    let stories = recorder.experiment.measured(for: gates).stories.map(\.name).filter { story in
      rhythms[story]?.kind != nil && !storiesAlone.contains(story)
        && !runs.contains { $0.story == story && ($0.kind == .solo || $0.storyFailure != nil) }
    }
    if stories.isEmpty { return true }
    let plan = RunPlan(
      stories: stories, builds: recorder.experiment.builds.map(\.name),
      rounds: decision.rule.interims?.pairs.first ?? min(10, recorder.experiment.rounds),
      after: runs.map(\.position).max() ?? 0, seed: recorder.experiment.seed)
    let limited = try equipment.within(budget)
    let executor = try limited.executors.alone(subject, counting: nil, isWatched: false)
    let isComplete = try recorder.carryOut(
      plan, by: Runner(executor: executor, interruption: limited.interruption), equipment.reporter
    ) { runs.append($0) }
    return isComplete || !equipment.interruption.isRaised
  }
}
