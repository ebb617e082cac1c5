import Analysis
import ArgumentParser
import Building
import Diagnosing
import Exporting
import Foundation
import Recording
import Store
import Running
import Scenarios

struct RunCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay a scenario's stories on its builds, store every run, print and report.",
    discussion: """
      With --json one scenario's result is an object, that of several a list of them, printed at the \
      end. Exit status: 0 all runs passed, 1 Rehearse failed, 3 a run crashed, hung or led to a \
      wrong outcome, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("Scenario files.", valueName: "scenario"))
  var scenarios: [String]

  @Option(help: ArgumentHelp("Only this story (and those before it); can be repeated."))
  var story: [String] = []

  @Option(help: ArgumentHelp("Only this build; can be repeated."))
  var build: [String] = []

  @Option(help: "How often each story is replayed on each build.")
  var runs: Int?

  @Option(help: "What to call the experiment; the scenario's name unless told otherwise.")
  var name: String?

  @Option(help: "The number that the order of runs is made from.")
  var seed: UInt64?

  @Option(help: ArgumentHelp("Where the report goes.", valueName: "folder"))
  var output: String?

  @OptionGroup var rerunOptions: RerunOptions

  @Flag(help: "Store the runs, but write no report.")
  var noReport = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  func validate() throws {
    try RunLimits.check("--runs", runs, from: 1, to: RunLimits.rounds)
    try ExperimentName.check(name)
    if output != nil, scenarios.count > 1 {
      throw ValidationError("--output names one folder, but there are several scenarios.")
    }
    if !exportOptions.export.isEmpty, scenarios.count > 1 {
      throw ValidationError("--export names one file, but there are several scenarios.")
    }
  }

  func measure(_ call: MeasuringCall) async throws {
    // All files first: a mistake in the last one should not show after an hour.
    let files = try scenarios.map { try ScenarioFile($0).selecting(story, build) }
    // Before anything is built: load and pressure are to be those of others.
    let machine = MachineWatch()
    let store = try storeOptions.open()
    let interruption = try Interruption.onSignals()
    var worst = ExitStatus.passed
    var documents: [ExperimentDocument] = []
    do {
      for (index, file) in files.enumerated() where worst != .interrupted {
        worst = max(
          worst,
          try await replay(file, index + 1, of: call, machine, store, interruption, &documents))
      }
    } catch {
      try printTogether(documents)
      throw error
    }
    try printTogether(documents)
    try worst.exit()
  }

  private func replay(
    _ file: ScenarioFile, _ part: Int, of call: MeasuringCall, _ watch: MachineWatch,
    _ store: ResultStore, _ interruption: Interruption, _ documents: inout [ExperimentDocument]
  ) async throws -> ExitStatus {
    let launcher = try Launcher.besideThisProgram()
    let counting = try instructions.counting()
    if !noReport { try await makeSureOfReport() }
    let rounds = runs ?? file.scenario.runs
    let layouts = file.scenario.layouts
    // Layouts that no round gets round to need not be linked.
    let linked = layouts > 1 ? min(layouts, rounds) : nil
    // Before the builds are made: they are of what the repository holds now.
    let revision = await revision(of: file)
    guard let drivers = try await make(file, layouts: linked, interruption) else {
      return .interrupted
    }
    let machine = try watch.environment()
    let policy = try rerunOptions.policy
    try rerunOptions.announce()
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    let open = try call.begin(
      Experiment(
        name: name ?? file.scenario.name, title: file.scenario.title, source: .replay,
        scenario: file.text, startedAt: Date(), seed: seed, rounds: rounds,
        countedRounds: instructions.rounds, layouts: layouts,
        stories: file.scenario.stories.filter(file.isSelected)
          .map { .init(name: $0.name, title: $0.title) },
        builds: drivers.map(\.record), environment: machine, revision: revision,
        version: Rehearse.version, published: file.published, disturbance: policy),
      of: file, part: part, of: scenarios.count, in: store)
    let experiment = open.experiment
    let plan = RunPlan(
      stories: experiment.stories.map(\.name), builds: experiment.builds.map(\.name),
      rounds: rounds, layouts: layouts, countedRounds: instructions.rounds, seed: experiment.seed)
    let commands = Dictionary(
      drivers.map { ($0.record.name, $0.commands) }, uniquingKeysWith: { a, _ in a })
    var executor: any Executor = WatchedExecutor(
      ProcessExecutor(
        scenario: file.scenario, commands: commands, in: file.folder, launcher: launcher,
        interruption: interruption, machineMemory: machine.memory), ownUse: .reaped)
    if let counting {
      executor = CountingExecutor(
        scenario: file.scenario, commands: commands, in: file.folder, counting: counting,
        launcher: launcher, interruption: interruption, others: executor)
    }
    let progress = Progress(quiet: quiet)
    let runner = Runner(
      executor: executor, interruption: interruption, policy: policy)
    var done = PlanProgress()
    let isComplete = try runner.carryOut(plan, after: open.earlier) { run in
      try open.keep(run)
      done.count(run)
      progress.show(done: done.done, of: plan.runs.count, last: run)
    }
    progress.clear()
    if isComplete { _ = try open.complete() }
    let stored = try store.experiment("\(open.number)")
    let runs = try store.runsWithSteps(of: stored)
    let analysis = ExperimentAnalysis(stored, runs: runs)
    let status = try await conclude(analysis, store, interruption, &documents)
    return try export(analysis, of: runs, store, file) ? status : max(status, .toolFailed)
  }
}
