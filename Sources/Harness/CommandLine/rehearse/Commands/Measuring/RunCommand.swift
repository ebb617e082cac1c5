import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Recording
import Scenarios

struct RunCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay a scenario's stories on its builds, store every run, print and report.",
    discussion: """
      With --json one scenario's result is an object; several are a list of objects, printed at the end.

      Exit status: 0 all runs passed, 1 Rehearse failed, 3 a run crashed, hung or led to a wrong outcome, \
      130 interrupted.
      """)

  @Argument(help: ArgumentHelp("Scenario files.", valueName: "scenario"))
  var scenarios: [String]

  @Option(help: ArgumentHelp("Only this story (and those before it); can be repeated."))
  var story: [String] = []

  @Option(help: ArgumentHelp("Only this build; can be repeated."))
  var build: [String] = []

  @Option(help: "Runs of each story on each build.")
  var runs: Int?

  @Option(help: "Experiment name. Default: the scenario's name.")
  var name: String?

  @Option(help: "Seed of the random order of runs.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Folder of the report." + OutputFiles.removalOfReport, valueName: "folder"))
  var output: String?

  @OptionGroup var partOptions: PartOptions

  @OptionGroup var rerunOptions: RerunOptions

  @Flag(help: "Store the runs, but write no report.")
  var noReport = false

  @Flag(help: "Make all runs of a story even if each of them fails.")
  var keepGoing = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var allocations: AllocationOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  func validate() throws {
    try RunLimits.check("--runs", runs, from: 1, to: RunLimits.rounds)
    try ExperimentName.check(name)
    try partOptions.check(exports: exportOptions.export)
    if partOptions.interim != nil {
      throw ValidationError("--interim is for 'compare' and 'check': 'run' decides nothing.")
    }
    if output != nil, partOptions.text != nil {
      throw ValidationError(
        "--output can't be combined with --part: 'rehearse report' shows what 'rehearse merge' puts together."
      )
    }
    if output != nil, scenarios.count > 1 {
      throw ValidationError("--output names one folder, but there are several scenarios.")
    }
    if !exportOptions.export.isEmpty, scenarios.count > 1 {
      throw ValidationError("--export names one file, but there are several scenarios.")
    }
  }

  var outputFiles: OutputFiles {
    OutputFiles(exports: exportOptions.export, report: noReport ? nil : output)
  }

  func measure(_ call: SessionCall) async throws {
    // All files first: a mistake in the last one should not show after an hour.
    let files = try scenarios.map { try ScenarioFile($0).selecting(story, build) }
    let equipment = try Equipment.ofThisMachine(quiet: quiet, sharing: partOptions.shared)
    let store = try storeOptions.open()
    var settings = RunSession.Settings(seed: seed)
    (settings.rounds, settings.name, settings.keepsGoing) = (runs, name, keepGoing)
    settings.instructions = instructions.choice
    settings.allocationRounds = allocations.rounds
    settings.rerunPolicy = try rerunOptions.policy
    settings.part = partOptions.choice
    var worst = Outcome.passed
    var documents: [ExperimentDocument] = []
    do {
      for (index, file) in files.enumerated() where worst != .interrupted {
        let session = try RunSession(file, settings, store: store, equipment)
        if !noReport, partOptions.text == nil {
          try await FreshReport.check(
            output, beside: storeOptions, advice: "'--no-report' replays without one.")
        }
        let analysis = try await session.carryOut(in: call, part: index + 1, of: files.count)
        let outcome = try await conclude(
          analysis, of: file, store, equipment.interruption, &documents)
        worst = max(worst, outcome)
      }
    } catch {
      try printTogether(documents)
      throw error
    }
    try printTogether(documents)
    try worst.exit()
  }
}
