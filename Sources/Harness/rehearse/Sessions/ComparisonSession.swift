import Analysis
import Building
import Running
import Diagnosing
import Foundation
import Metrics
import Recording
import Store
import Statistics
import Scenarios

/// Measures candidates against a baseline, each in an experiment of its own, and stores every run.
struct ComparisonSession {
  let file: ScenarioFile
  let settings: ComparisonSettings
  let purpose: Decision.Purpose
  let store: ResultStore
  let interruption: Interruption
  let launcher: Launcher
  let machine: Environment

  init(
    _ file: ScenarioFile, settings: ComparisonSettings,
    purpose: Decision.Purpose, store: ResultStore, interruption: Interruption
  ) throws {
    // Before anything is built: load and pressure are to be those of others.
    machine = try MachineWatch().environment()
    launcher = try Launcher.besideThisProgram()
    self.file = file
    self.settings = settings
    self.purpose = purpose
    self.store = store
    self.interruption = interruption
  }

  /// What may not get worse.
  var gates: [Gate] { file.scenario.gates.isEmpty ? Gate.standard : file.scenario.gates }

  /// Measures one candidate.
  /// - Parameters:
  ///   - candidates: how many share the chance of a false alarm, and the time.
  ///   - isBackToBack: whether its pairs are made one run after the other, though duets could be had.
  ///   - call: the call that it is measured for.
  ///   - part: its place in the call, from 1.
  ///   - parts: how many experiments the call makes.
  /// - Returns: all that was recorded, also where Rehearse was told to stop.
  func measure(
    _ candidate: BuiltDriver, against baseline: BuiltDriver, candidates: Int = 1,
    backToBack isBackToBack: Bool = false, in call: MeasuringCall, part: Int, of parts: Int
  ) throws -> ExperimentAnalysis {
    let rule = settings.rule(comparisons: candidates)
    let counting = try counting()
    var decision = Decision(
      purpose: purpose, baseline: baseline.record.name, candidate: candidate.record.name,
      rule: rule, uncounted: counting.refusal)
    var experiment = planned(decision, [baseline.record, candidate.record])
    if isBackToBack { experiment.name += "-back-to-back" }
    let open = try call.begin(experiment, of: file, part: part, of: parts, in: store)
    experiment = open.experiment
    decision = experiment.decision ?? decision
    let progress = Progress(quiet: settings.isQuiet)
    defer { progress.clear() }
    let commands = [
      baseline.record.name: baseline.commands, candidate.record.name: candidate.commands,
    ]
    let solos = ProcessExecutor(
      scenario: file.scenario, commands: commands, in: file.folder, launcher: launcher,
      interruption: interruption, machineMemory: machine.memory)
    var runs: [Run] = []
    let begin = ContinuousClock.now - open.earlier.measuringTime()
    // Pairs beside each other are to show what pairs do.
    guard
      try isBackToBack
        || measureMemory(
          experiment, with: solos, progress, after: open.earlier,
          store: { run in
            try open.keep(run)
            runs.append(run)
          })
    else { return ExperimentAnalysis(experiment, runs: runs) }
    let (executor, stage) = executor(commands, solos, backToBack: isBackToBack)
    defer { stage?.close() }
    let pairs = PairedExperiment(
      experiment, decision: decision, gates: gates, after: runs, resuming: open.earlier,
      deadline: settings.timeLimit.map { begin + $0 / candidates },
      runner: PairRunner(executor: executor, interruption: interruption))
    let isComplete = try pairs.carryOut(
      store: { pair in
        try open.keep(pair.inOrder)
        progress.show(pair, of: pairs.experiment)
      },
      declare: { try open.declare($0) },
      tell: { progress.show($0) })
    tellShedding(from: experiment.rounds, to: pairs.experiment.rounds, progress)
    experiment = pairs.experiment
    let counts = StoryCounts(
      experiment, gates: gates, rounds: settings.countedRounds, checksLayout: settings.checksLayout,
      interruption: interruption)
    let counter = countingExecutor(counting.by, commands, solos)
    let areCounted =
      try isComplete
      && counts.carryOut(
        after: pairs.runs, by: counter, resuming: open.earlier,
        store: { run in
          try open.keep(run)
          progress.say("counting instructions of \(run.story) on \(run.build)")
        })
    if areCounted { experiment.completedAt = try open.complete() }
    return ExperimentAnalysis(experiment, runs: pairs.runs + counts.runs)
  }

  /// What a change must be to be found goes by the root of the number of pairs.
  private func tellShedding(from planned: Int, to affordable: Int, _ progress: Progress) {
    guard affordable < planned else { return }
    let factor = (Double(planned) / Double(affordable)).squareRoot()
    progress.clear()
    Console.warn(
      "note: --max-time leaves time for \(affordable) pairs of each story rather than up to "
        + "\(planned): the smallest change that can be found is about "
        + "\(NumberFormat.coarse.string(for: factor)) times as great.")
  }

  private func planned(_ decision: Decision, _ builds: [BuildRecord]) -> Experiment {
    Experiment(
      name: settings.name ?? "\(file.scenario.name)-\(purpose.word)",
      title: file.scenario.title, source: .replay, scenario: file.text, startedAt: Date(),
      seed: settings.seed ?? UInt64.random(in: 0...UInt64(Int64.max)),
      rounds: settings.pairs ?? decision.rule.looks?.pairs.last ?? 0,
      layouts: file.scenario.layouts,
      stories: file.scenario.stories.filter(file.isSelected)
        .map { .init(name: $0.name, title: $0.title) },
      builds: builds, environment: machine, version: Rehearse.version, decision: decision)
  }

  /// Makes the runs that give anonymous memory alone, where it is gated and the system allows them:
  /// without address randomisation three runs say what takes twenty pairs with it.
  /// - Returns: false where Rehearse was told to stop.
  private func measureMemory(
    _ experiment: Experiment, with executor: ProcessExecutor, _ progress: Progress,
    after earlier: EarlierRuns, store: (Run) throws -> Void
  ) throws -> Bool {
    guard settings.memoryRuns > 0, gates.contains(where: { $0.metric == .peakAnonymousMemory })
    else {
      return true
    }
    if case .refused(let reason)? = machine.facts?.fixedAddresses.value {
      Console.warn(
        "note: Anonymous memory is compared over pairs, since there are no runs without address "
          + "randomisation here: \(reason).")
      return true
    }
    let plan = RunPlan(
      kind: .fixedAddresses, stories: experiment.stories.map(\.name),
      builds: experiment.builds.map(\.name), rounds: settings.memoryRuns, seed: experiment.seed)
    return try Runner(executor: executor, interruption: interruption).carryOut(plan, after: earlier)
    {
      run in
      try store(run)
      progress.show(done: run.position, of: plan.runs.count, last: run)
    }
  }
}

extension Decision.Purpose {
  /// As experiments are called.
  fileprivate var word: String { self == .strictCheck ? Self.check.rawValue : rawValue }
}
