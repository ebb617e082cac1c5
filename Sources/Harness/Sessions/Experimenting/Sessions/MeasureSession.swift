import Analysis
import Recording
import Running
import Store

/// Measures commands: makes the runs of a plan, keeps them, and stores them if there is a store.
///
/// All commands are measured together, in rounds. Only if their setups or cleanups differ, for example if
/// each checks out and builds another branch, they are measured one after the other.
public struct MeasureSession {
  private let commands: [MeasuredCommand]
  private let settings: Settings
  private let store: ResultStore?
  private let equipment: Equipment

  /// The extent of measuring.
  public struct Settings: Sendable {
    /// The number of measured runs of each command.
    public var rounds: RoundCount
    /// The number of unmeasured runs of each command before.
    public var warmUps = 0
    /// The conditions of every run.
    public var conditions = CommandConditions()
    /// The counter of instructions, and the number of counts.
    public var instructions = InstructionChoice()
    /// The number of runs of each command that count allocations.
    public var allocations = 0
    /// The rule for repeating disturbed runs.
    public var rerunPolicy = RerunPolicy()
    /// The seed of the order of runs; nil for a random one.
    public var seed: UInt64?
    /// The name of the experiment; nil for `measure`.
    public var name: String?

    /// Settings for this many runs of each command.
    public init(rounds: RoundCount) { self.rounds = rounds }
  }

  /// Creates a session; nothing is done yet. Without a store, nothing is kept.
  public init(
    _ commands: [MeasuredCommand], _ settings: Settings, store: ResultStore?,
    _ equipment: Equipment
  ) {
    self.commands = commands
    self.settings = settings
    self.store = store
    self.equipment = equipment
  }

  /// Makes all runs. A command that fails in its first run ends the session, because it would also fail in
  /// the others.
  /// - Throws: ``Refusal`` if a setup failed, `CancellationError`, and errors of storing.
  public func carryOut() throws -> ExperimentAnalysis {
    if settings.rerunPolicy.repeats > 0 { equipment.note(settings.rerunPolicy.description) }
    let counting = try settings.instructions.counting(equipment.reporter)
    let machine = try equipment.machine()
    let executor = try equipment.executors.commands(
      commands, conditions: settings.conditions, counting: counting,
      machineMemory: machine.memory)
    let groups = groups
    // Before an experiment is begun that would stay empty.
    try setUp(groups[0])
    var planned = Experiment(
      .commands(commands), named: settings.name ?? "measure",
      builds: commands.map {
        BuildRecord(name: $0.name, recipe: ShellWords.line($0.words))
      }, on: machine, seed: settings.seed ?? Experiment.anySeed(),
      rounds: settings.rounds.minimum)
    planned.countedRounds = settings.instructions.rounds
    planned.allocationRounds = settings.allocations
    planned.rerunPolicy = settings.rerunPolicy
    let recorder: ExperimentRecorder
    do {
      recorder = try ExperimentRecorder(beginning: planned, in: store)
    } catch {
      cleanUp(groups[0])
      throw error
    }
    var work = Work(recorder: recorder, executor: executor, rounds: settings.rounds)
    func measureAll() throws -> Bool {
      defer { equipment.reporter.report(.idle) }
      for (index, group) in groups.enumerated() {
        if index > 0 { try setUp(group) }
        // Also if the store refuses a run: what was set up must not stay behind.
        defer { cleanUp(group) }
        let isComplete = try measure(group, &work)
        // A command that can't be measured ends everything, like an interruption.
        guard isComplete, !work.hasFailed else { return isComplete }
      }
      return true
    }
    if try measureAll() { try recorder.end() }
    return ExperimentAnalysis(recorder.experiment, runs: work.runs)
  }

  /// The groups of commands that are measured together: all, if no setup or cleanup is for one of them alone.
  private var groups: [[MeasuredCommand]] {
    commands.areSetUpAlike ? [commands] : commands.map { [$0] }
  }

  /// The state of measuring while it lasts.
  private struct Work {
    let recorder: ExperimentRecorder
    let executor: any Executor
    /// The number of rounds, possibly still to be decided.
    var rounds: RoundCount
    var runs: [Run] = []
    var progress = PlanProgress()
    var shownAt: ContinuousClock.Instant?
    let start = ContinuousClock.now
    /// A Boolean value indicating whether a command failed in its first run.
    var hasFailed = false
    var position: Int { runs.last?.position ?? 0 }
  }
}

/// Setup and cleanup, once for commands that are measured together.
extension MeasureSession {
  /// - Throws: ``Refusal`` if it failed; `CancellationError`.
  private func setUp(_ group: [MeasuredCommand]) throws {
    guard let words = group[0].hooks.setup else { return }
    equipment.reporter.report(.status("Setting up"))
    do {
      try equipment.executors.once(words, named: "The setup", conditions: settings.conditions)
    } catch let failure as RunFailure {
      if failure.reason == .interrupted { throw CancellationError() }
      throw Refusal.notSetUp(words, failure)
    }
  }

  /// The measurements stay valid, whatever happens here.
  private func cleanUp(_ group: [MeasuredCommand]) {
    guard let words = group[0].hooks.cleanup else { return }
    // Ended in its middle, it might leave more behind than without it.
    guard !equipment.interruption.isRaised else {
      return equipment.note(SessionNote.notCleanedUp(words, nil))
    }
    do {
      try equipment.executors.once(words, named: "The cleanup", conditions: settings.conditions)
    } catch {
      equipment.note(SessionNote.notCleanedUp(words, error))
    }
  }
}

/// The runs of commands that are measured together.
extension MeasureSession {
  /// Makes the measured runs of commands, as many as the rule needs.
  /// - Returns: whether all useful runs were made; false if the user asked to stop.
  private func measure(_ group: [MeasuredCommand], _ work: inout Work) throws -> Bool {
    let names = group.map(\.name)
    let experiment = work.recorder.experiment
    func plan(
      _ rounds: Int, counted: Int = 0, allocations: Int = 0, after position: Int
    ) -> RunPlan {
      RunPlan(
        stories: [MeasuredCommand.story], builds: names, rounds: rounds, countedRounds: counted,
        allocationRounds: allocations, after: position, seed: experiment.seed)
    }
    guard warmUp(plan(settings.warmUps, after: 0), by: work.executor) else { return false }
    let start = ContinuousClock.now
    var made = 0
    var target = work.rounds.minimum
    while true {
      try work.recorder.plan(rounds: target)
      // The same order as if all rounds had been planned at once; repeated runs have taken places, too.
      let rounds = plan(target, after: work.position - made * names.count).rounds(made + 1...target)
      guard try carryOut(rounds, &work) else { return false }
      made = target
      guard !work.hasFailed, case .automatic(let rule) = work.rounds,
        let next = rule.next(
          after: made, precision: AutomaticRounds.precision(work.runs, of: names),
          elapsed: .now - start, commands: names.count)
      else { break }
      target = next
    }
    // Commands that are measured one after the other have the same number of runs.
    work.rounds = .exactly(made)
    guard !work.hasFailed, experiment.countedRounds + experiment.allocationRounds > 0 else {
      return true
    }
    let counted = plan(
      made, counted: experiment.countedRounds, allocations: experiment.allocationRounds,
      after: work.position - made * names.count)
    return try carryOut(counted.counting, &work)
  }

  /// Makes runs.
  /// - Returns: false if the user asked to stop.
  private func carryOut(_ plan: RunPlan, _ work: inout Work) throws -> Bool {
    let runner = Runner(
      executor: work.executor, interruption: equipment.interruption, policy: settings.rerunPolicy)
    func take(_ run: Run) throws {
      try work.recorder.keepRuns([run])
      work.runs.append(run)
      work.progress.count(run)
      // Drawn sparingly: a redrawing terminal would disturb the next run.
      if work.shownAt.map({ .now - $0 > .milliseconds(100) }) ?? true {
        equipment.reporter.report(
          .run(
            run, done: work.progress.done, of: work.recorder.experiment.plannedRuns,
            since: work.start))
        work.shownAt = .now
      }
      if run.round == 1, !run.kind.isCount, run.failure != nil {
        work.hasFailed = true
        throw RunningError.planEnded
      }
    }
    do {
      return try makesBatches
        ? runner.carryOutInBatches(plan, take: take) : runner.carryOut(plan, store: take)
    } catch RunningError.planEnded {
      return work.runs.last?.failure?.reason != .interrupted
    }
  }

  /// Makes the discarded warm-up runs, ignoring failures, which the measured ones will show.
  /// - Returns: false if the user asked to stop.
  private func warmUp(_ plan: RunPlan, by executor: any Executor) -> Bool {
    guard settings.warmUps > 0 else { return true }
    equipment.reporter.report(.status("Warming up"))
    return Runner(executor: executor, interruption: equipment.interruption)
      .carryOutInBatches(plan) { _ in }
  }

  /// Stored runs are stored before the next begins, and repetitions are also decided before that.
  private var makesBatches: Bool { store == nil && settings.rerunPolicy.repeats == 0 }
}
