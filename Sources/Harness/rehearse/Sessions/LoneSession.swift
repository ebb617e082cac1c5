import Analysis
import Building
import Diagnosing
import Foundation
import Recording
import Store
import Running
import Scenarios

/// Measures one build alone, for a saved baseline or against one, and stores every run.
struct LoneSession {
  let machine: Environment
  let build: Build
  private let file: ScenarioFile
  private let name: String
  private let quiet: Bool
  private let store: ResultStore
  private let launcher: Launcher

  /// Prepares; no more than reading the machine is done.
  /// - Parameter build: which; nil for the first.
  init(
    _ file: ScenarioFile, build name: String?, name title: String, quiet: Bool, store: ResultStore
  ) throws {
    // Before anything is built: load and pressure are to be those of others.
    machine = try MachineWatch().environment()
    launcher = try Launcher.besideThisProgram()
    let builds = file.scenario.builds
    guard let build = builds.first(where: { $0.name == name ?? builds[0].name }) else {
      throw Refusal.unknown(
        "build", name ?? "", in: "\(file.path)", known: builds.map(\.name))
    }
    self.file = file
    self.build = build
    self.name = title
    self.quiet = quiet
    self.store = store
  }

  /// Measures.
  /// - Parameter decision: what the build is held against, if anything.
  /// - Returns: all that was recorded; without an end where Rehearse was told to stop.
  func measure(
    _ plan: LonePlan, deciding decision: Decision? = nil, in call: MeasuringCall
  ) async throws -> ExperimentAnalysis {
    let interruption = try Interruption.onSignals()
    var plan = plan
    if case .refused(let reason)? = machine.facts?.fixedAddresses.value, plan.memory > 0 {
      Console.warn("note: There are no runs without address randomisation here: \(reason).")
      plan.memory = 0
    }
    guard let driver = try await make(interruption) else {
      throw ExitStatus.interrupted.code
    }
    let open = try call.begin(planned(plan, driver.record, decision), of: file, in: store)
    var experiment = open.experiment
    plan.seed = experiment.seed
    let progress = Progress(quiet: quiet)
    defer { progress.clear() }
    var runs: [Run] = []
    var isComplete = true
    if let order = plan.runs(
      stories: experiment.stories.map(\.name), build: driver.record.name)
    {
      let runner = Runner(
        executor: executor(driver, plan, interruption), interruption: interruption)
      isComplete = try runner.carryOut(order, after: open.earlier) { run in
        try open.keep(run)
        runs.append(run)
        progress.show(done: runs.count, of: order.runs.count, last: run)
      }
    }
    if isComplete { experiment.completedAt = try open.complete() }
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private func make(_ interruption: Interruption) async throws -> BuiltDriver? {
    let progress = Progress(quiet: quiet)
    defer { progress.clear() }
    let (build, folder) = (build, file.folder)
    let making = Task {
      try await DriverBuilder(folder: folder) { progress.say($0) }.make(build, layouts: nil)
    }
    try interruption.whenRaised { making.cancel() }
    do {
      return try await making.value
    } catch  where interruption.isRaised {
      return nil
    }
  }

  private func planned(
    _ plan: LonePlan, _ record: BuildRecord, _ decision: Decision?
  ) -> Experiment {
    Experiment(
      name: name, title: file.scenario.title, source: .replay, scenario: file.text,
      startedAt: Date(), seed: plan.seed, rounds: plan.solo > 0 ? plan.solo : plan.memory,
      countedRounds: plan.counted,
      stories: file.scenario.stories.filter(file.isSelected)
        .map { .init(name: $0.name, title: $0.title) },
      builds: [record], environment: machine, version: Rehearse.version, decision: decision)
  }

  private func executor(
    _ driver: BuiltDriver, _ plan: LonePlan, _ interruption: Interruption
  ) -> any Executor {
    let commands = [driver.record.name: driver.commands]
    let solos = ProcessExecutor(
      scenario: file.scenario, commands: commands, in: file.folder, launcher: launcher,
      interruption: interruption, machineMemory: machine.memory)
    let watched = WatchedExecutor(solos, ownUse: .reaped)
    guard let counting = plan.counting else { return watched }
    return CountingExecutor(
      scenario: file.scenario, commands: commands, in: file.folder, counting: counting,
      launcher: launcher, interruption: interruption, others: watched)
  }
}

/// How often the stories of one build run alone, by what the runs are for.
struct LonePlan {
  /// For all figures.
  var solo: Int
  /// For anonymous memory, without address randomisation.
  var memory: Int
  /// For the number of instructions.
  var counted: Int
  /// What counts them; nil where nothing does.
  let counting: InstructionCounting?
  /// What the order is made from.
  var seed: UInt64

  /// The runs in order; those that measure first.
  func runs(stories: [String], build: String) -> RunPlan? {
    let kinds: [(RunKind, Int)] = [(.solo, solo), (.fixedAddresses, memory), (.counted, counted)]
    let plans = kinds.filter { $0.1 > 0 }.map { kind, rounds in
      RunPlan(kind: kind, stories: stories, builds: [build], rounds: rounds, seed: seed)
    }
    return plans.dropFirst().reduce(plans.first) { $0?.followed(by: $1) }
  }
}
