import Analysis
import Recording
import Running
import Store

/// Measures commands: makes the runs of a plan, keeps them, and stores them where there is a store.
public struct MeasureSession {
  private let commands: [MeasuredCommand]
  private let settings: Settings
  private let store: ResultStore?
  private let equipment: Equipment

  /// The extent of measuring.
  public struct Settings: Sendable {
    /// The number of measured runs of each command.
    public var rounds: Int
    /// The number of runs of each command before, unmeasured.
    public var warmUps = 0
    /// The conditions of every run.
    public var conditions = CommandConditions()
    /// Who counts instructions, and how often.
    public var instructions = InstructionChoice()
    /// Which runs are made again because they were disturbed.
    public var rerunPolicy = RerunPolicy()
    /// The seed of the order of runs; nil for any.
    public var seed: UInt64?
    /// The name of the experiment; nil for `measure`.
    public var name: String?

    /// Settings for so many runs of each command.
    public init(rounds: Int) { self.rounds = rounds }
  }

  /// A session; nothing is done yet.
  /// - Parameter store: nil where nothing is to be kept.
  public init(
    _ commands: [MeasuredCommand], _ settings: Settings, store: ResultStore?,
    _ equipment: Equipment
  ) {
    self.commands = commands
    self.settings = settings
    self.store = store
    self.equipment = equipment
  }

  /// Makes all runs. A command that fails in its first run ends the session: it would fail in the
  /// others as well.
  public func carryOut() throws -> ExperimentAnalysis {
    if settings.rerunPolicy.repeats > 0 { equipment.note(settings.rerunPolicy.description) }
    let counting = try settings.instructions.counting(equipment.reporter)
    let machine = try equipment.machine()
    let executor = try equipment.executors.commands(
      commands, conditions: settings.conditions, counting: counting,
      machineMemory: machine.memory)
    var planned = Experiment(
      .commands(commands), named: settings.name ?? "measure",
      builds: commands.map {
        BuildRecord(name: $0.name, recipe: ShellWords.line($0.words))
      }, on: machine, seed: settings.seed ?? Experiment.anySeed(), rounds: settings.rounds)
    planned.countedRounds = settings.instructions.rounds
    planned.rerunPolicy = settings.rerunPolicy
    let recorder = try ExperimentRecorder(beginning: planned, in: store)
    var runs: [Run] = []
    try recorder.record { keep in
      defer { equipment.reporter.report(.idle) }
      guard warmUp(executor, seed: recorder.experiment.seed) else { return false }
      return try measure(recorder.experiment, by: executor) { run in
        try keep([run])
        runs.append(run)
      }
    }
    return ExperimentAnalysis(recorder.experiment, runs: runs)
  }

  /// Makes the measured runs.
  /// - Returns: whether all were made that make sense; false where the user asked to stop.
  private func measure(
    _ experiment: Experiment, by executor: any Executor, keep: (Run) throws -> Void
  ) throws -> Bool {
    let runner = Runner(
      executor: executor, interruption: equipment.interruption, policy: settings.rerunPolicy)
    let plan = plan(
      rounds: experiment.rounds, countedRounds: experiment.countedRounds, seed: experiment.seed)
    let start = ContinuousClock.now
    var shownAt: ContinuousClock.Instant?
    var progress = PlanProgress()
    func take(_ run: Run) throws {
      try keep(run)
      progress.count(run)
      // Drawn sparingly: a terminal that draws would disturb the next run.
      if shownAt.map({ .now - $0 > .milliseconds(100) }) ?? true {
        equipment.reporter.report(
          .run(run, done: progress.done, of: experiment.plannedRuns, since: start))
        shownAt = .now
      }
      if run.round == 1, run.kind != .counted, run.failure != nil { throw FirstRunFailed(run: run) }
    }
    do {
      return try makesBatches
        ? runner.carryOutInBatches(plan, take: take) : runner.carryOut(plan, store: take)
    } catch let failed as FirstRunFailed {
      return failed.run.failure?.reason != .interrupted
    }
  }

  /// Makes the runs that are thrown away, whatever they come to: the measured ones will show it.
  /// - Returns: false where the user asked to stop.
  private func warmUp(_ executor: any Executor, seed: UInt64) -> Bool {
    guard settings.warmUps > 0 else { return true }
    equipment.reporter.report(.status("Warming up"))
    return Runner(executor: executor, interruption: equipment.interruption)
      .carryOutInBatches(plan(rounds: settings.warmUps, seed: seed)) { _ in }
  }

  /// Runs that are stored are stored before the next begins, and whether one is made again is known
  /// before too.
  private var makesBatches: Bool { store == nil && settings.rerunPolicy.repeats == 0 }

  private func plan(rounds: Int, countedRounds: Int = 0, seed: UInt64) -> RunPlan {
    RunPlan(
      stories: [MeasuredCommand.story], builds: commands.map(\.name), rounds: rounds,
      countedRounds: countedRounds, seed: seed)
  }

  private struct FirstRunFailed: Error {
    let run: Run
  }
}
