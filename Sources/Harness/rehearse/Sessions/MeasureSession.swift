import Analysis
import Diagnosing
import Foundation
import Recording
import Store
import Running

/// Measures commands: makes the runs of a plan, keeps them, and stores them where there is a store.
struct MeasureSession {
  private let commands: [MeasuredCommand]
  private let warmUps: Int
  private let store: ResultStore?
  private let quiet: Bool
  private let executor: any Executor
  private let interruption: Interruption
  private let experiment: Experiment

  init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, rounds: Int, warmUps: Int,
    countedRounds: Int = 0, counting: InstructionCounting? = nil, seed: UInt64, name: String?,
    policy: DisturbancePolicy, store: ResultStore?, quiet: Bool
  ) throws {
    let machine = try MachineWatch().environment()
    let interruption = try Interruption.onSignals()
    self.commands = commands
    self.warmUps = warmUps
    self.store = store
    self.quiet = quiet
    self.interruption = interruption
    let launcher = try Launcher.besideThisProgram()
    let measuring = WatchedExecutor(
      try CommandExecutor(
        commands, conditions: conditions, launcher: launcher, interruption: interruption,
        machineMemory: machine.memory), ownUse: .steps)
    executor =
      try counting.map {
        try CommandCountingExecutor(
          commands, conditions: conditions, counting: $0, launcher: launcher,
          interruption: interruption, others: measuring)
      } ?? measuring
    experiment = try Experiment(
      name: name ?? "measure", title: commands.map(\.name).joined(separator: ", "),
      source: .command, scenario: "", startedAt: Date(), seed: seed, rounds: rounds,
      countedRounds: countedRounds,
      stories: [.init(name: MeasuredCommand.story, title: "The whole command")],
      builds: commands.map {
        BuildRecord(name: $0.name, recipe: MeasuredCommand.text(of: $0.words))
      },
      environment: machine, version: Rehearse.version, disturbance: policy
    ).withinLimits()
  }

  /// Makes all runs. A command that fails in its first run ends the session: it would fail in the
  /// others as well.
  func carryOut() throws -> ExperimentAnalysis {
    var experiment = try store?.add(experiment) ?? experiment
    let progress = Progress(quiet: quiet)
    defer { progress.clear() }
    var runs: [Run] = []
    var shownAt = Date.distantPast
    if warmUp(progress) {
      let runner = Runner(
        executor: executor, interruption: interruption,
        policy: experiment.disturbance ?? DisturbancePolicy())
      let plan = plan(rounds: experiment.rounds, countedRounds: experiment.countedRounds)
      var done = PlanProgress()
      func take(_ run: Run) throws {
        try experiment.number.map { try store?.add(run, to: $0) }
        runs.append(run)
        done.count(run)
        // Drawn sparingly: a terminal that draws would disturb the next run.
        if shownAt.timeIntervalSinceNow < -0.1 {
          progress.show(done: done.done, of: experiment.plannedRuns, last: run)
          shownAt = Date()
        }
        if run.round == 1, run.kind != .counted, run.failure != nil { throw FirstRunFailed() }
      }
      do {
        let isComplete =
          try makesRows
          ? runner.carryOutInRows(plan, take: take) : runner.carryOut(plan, store: take)
        if isComplete { experiment.completedAt = Date() }
      } catch is FirstRunFailed {
        let wasStopped = runs.last?.failure?.reason == .interrupted
        experiment.completedAt = wasStopped ? nil : Date()
      }
    }
    if let number = experiment.number, let completedAt = experiment.completedAt {
      try store?.complete(number, at: completedAt)
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }

  /// Makes the runs that are thrown away, whatever they come to: the measured ones will tell.
  /// - Returns: false where Rehearse was told to stop.
  private func warmUp(_ progress: Progress) -> Bool {
    guard warmUps > 0 else { return true }
    progress.say("Warming up")
    return Runner(executor: executor, interruption: interruption)
      .carryOutInRows(plan(rounds: warmUps)) { _ in }
  }

  /// Runs that are stored are stored before the next begins, and whether one is made again is known
  /// before too.
  private var makesRows: Bool { store == nil && experiment.disturbance?.repeats ?? 0 == 0 }

  private func plan(rounds: Int, countedRounds: Int = 0) -> RunPlan {
    RunPlan(
      stories: [MeasuredCommand.story], builds: commands.map(\.name), rounds: rounds,
      countedRounds: countedRounds, seed: experiment.seed)
  }

  private struct FirstRunFailed: Error {}
}
