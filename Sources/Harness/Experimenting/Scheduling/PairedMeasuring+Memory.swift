import Building
import Metrics
import Recording
import Running
import Scenarios

/// The runs for anonymous memory alone of an experiment.
struct MemoryRuns {
  /// Their number for each story and side.
  var rounds = 0
  /// The stories whose runs are made beside their duets, in the scenario's order.
  var beside: [String] = []

  /// The runs to make beside pairs; nil for none.
  func besidePairs(of experiment: Experiment, on machine: Environment) -> RunsBeside? {
    guard !beside.isEmpty, let rule = experiment.decision?.rule.repeats else { return nil }
    return RunsBeside(
      plan(for: beside, of: experiment, after: 0), by: rule, in: machine.memory,
      within: machine.facts?.memoryLimit.value ?? nil)
  }

  fileprivate func plan(
    for stories: [String], of experiment: Experiment, after position: Int
  ) -> RunPlan {
    RunPlan(
      kind: .fixedAddresses, stories: stories, builds: experiment.builds.map(\.name),
      rounds: rounds, after: position, seed: experiment.seed)
  }
}

/// The runs for anonymous memory alone: before the pairs, or beside them on a CPU that no duet uses.
extension PairedMeasuring {
  /// Plans them: none if anonymous memory is not gated, or if the system keeps addresses random. Those of the stories
  /// in `beside` are made beside their pairs.
  func memoryRuns(_ gates: [Gate], beside stories: [String]) -> MemoryRuns {
    guard settings.memoryRuns > 0,
      gates.contains(where: { $0.metric.ofDriver == .peakAnonymousMemory })
    else { return MemoryRuns() }
    if case .refused(let reason)? = machine.facts?.fixedAddresses.value {
      equipment.note(SessionNote.memoryOverPairs(reason))
      return MemoryRuns()
    }
    return MemoryRuns(rounds: settings.memoryRuns, beside: stories)
  }

  /// The CPUs that a duet, another or a run beside it, and Rehearse use at most. With a smaller quota, the kernel would
  /// stop all of them for a part of each tenth of a second.
  private static let besideQuota = 3.0

  /// The stories whose pairs may have something beside them: their runs for memory, or another story's pair. These are
  /// duets, and runs that are made at once can't meet: they neither write files that stay, nor use a service or a
  /// socket. None has a budget on time: what is beside a pair takes caches and memory from both sides alike, which a
  /// difference bears, but not an absolute time. `inputs` are the recorded inputs of both sides.
  func storiesBeside(
    _ experiment: Experiment, _ gates: [Gate], _ inputs: [SideRecord]
  ) -> [String] {
    guard settings.part == nil, purpose != .explanation,
      equipment.executors.hasSpareCPU, gates.contains(where: \.needsPairs),
      file.scenario.services.isEmpty, inputs.count == 2
    else { return [] }
    let quota: Double? = machine.facts?.processorQuota.value ?? nil
    if let quota, quota < Self.besideQuota { return [] }
    let alone = storiesAlone.union(
      stories(of: gates.filter { $0.isBudget && $0.metric.unit == .nanoseconds }))
    return experiment.measured(for: gates).stories.map(\.name).filter { story in
      file.scenario.arrangement(of: story) == .duet && !alone.contains(story)
        && file.scenario.story(named: story)?.users == nil
        && inputs.allSatisfy { $0.leavesNothing(of: story) }
    }
  }

  /// Stores the runs that were made beside pairs, and makes alone those that do not count or are missing.
  /// - Returns: all of them, fewer if time is short; nil if the user asked to stop.
  func complete(
    _ memory: MemoryRuns, _ beside: RunsBeside?, _ recorder: ExperimentRecorder,
    _ subject: ReplaySubject, after runs: [Run], within budget: TimeBudget?,
    keep: ExperimentRecorder.Keep
  ) throws -> [Run]? {
    guard let beside else { return [] }
    // What failed in a pair would fail again.
    let failed = Set(runs.filter { $0.storyFailure != nil }.map(\.story))
    let stories = memory.beside.filter { !failed.contains($0) }
    guard !stories.isEmpty else { return [] }
    let plan = memory.plan(
      for: stories, of: recorder.experiment, after: runs.map(\.position).max() ?? 0)
    let limited = try equipment.within(beside.haveAll(of: stories) ? nil : budget?.share(0.5))
    let alone = try limited.executors.alone(subject, counting: nil, isWatched: false)
    var made: [Run] = []
    let isComplete = try recorder.carryOut(
      plan,
      // Only those that are still to be made are limited, by their executor: storing takes no time.
      by: Runner(executor: beside.completed(by: alone), interruption: equipment.interruption),
      equipment.reporter
    ) { run in
      try keep([run])
      made.append(run)
    }
    return isComplete || isOnlyLate(SessionNote.noTimeForRepeats) ? made : nil
  }
}

extension SideRecord {
  /// Returns whether runs of a story leave nothing outside of their own folders that another run could find, except
  /// bytecode, and use no socket.
  fileprivate func leavesNothing(of story: String) -> Bool {
    guard replayed.isTraced, replayed.sockets.isEmpty, let places = stories[story] else {
      return false
    }
    return places.allSatisfy { place in
      let file = replayed.files[place]
      return !file.uses.contains(.written) || InputComparison.isBytecode(file.path)
    }
  }
}
