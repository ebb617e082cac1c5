import Analysis
import ArgumentParser
import Charts
import CommandSupport
import Experimenting
import Exporting
import Recording
import Running
import Scenarios
import Store
import SystemPackage

struct MeasureCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure any command: time, CPU, memory, faults, switches, storage traffic.",
    usage: """
      rehearse measure [<options>] <command> [<argument> ...]
      rehearse measure [<options>] '<command> ...' '<command> ...' ...
      """,
    discussion: """
      As with 'time' and 'nice', the command is what follows the options: rehearse measure gzip -k x. If \
      the first word has blanks, each word is a command of its own: rehearse measure 'gzip -1 -kf x' 'gzip \
      -6 -kf x'. After '--' comes one command as it is, whatever its words hold. To measure two programs \
      without arguments: -L program ./old,./new '{program}'.

      Quoted commands are split into words at blanks, without a shell; '…' and "…" hold words with blanks \
      together, a backslash takes the next character as it is, and nothing is expanded. With --shell the \
      commands go to /bin/sh -c instead.

      Several commands are measured in rounds: each round makes one run of each, in random order, and runs \
      of one round are compared as pairs. If --setup or --cleanup has a parameter, commands are measured \
      one after the other, each between its own setup and cleanup, and --fail-above is refused.

      Without --runs each command runs 10 to 1000 times (--min-runs, --max-runs): until the 95 % interval of \
      its wall time (with several commands, of its ratio to the first) is ±1 %, or until --max-time. The same \
      --runs and --seed give the same plan again.

      The commands around runs find the number of the run, from 1 and warm-ups included, in \
      REHEARSE_ITERATION.

      Metrics are shown as mean and standard deviation; --json has all statistics of all metrics, and every \
      run. When a command ends, the processes that it left running are ended too.

      A single command that always fails in the same way passes its own status on, as with 'time': 128 and \
      more if a signal ended it, 127 if it can't be started.

      Exit status: 0 all runs passed, 1 Rehearse \
      failed, 2 a command is slower than --fail-above allows, 3 a command failed otherwise, 4 --fail-above \
      can't decide (with --strict), 5 --fail-above has nothing to compare, 64 wrong usage, 130 interrupted.
      """)

  @Option(
    name: [.customShort("n", allowingJoined: true), .customShort("r"), .customLong("runs")],
    help: "Runs of each command. Default: as many as the measurements need.")
  var runs: Int?

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp(
      "Without --runs: the fewest runs of each command. Default: 10.", valueName: "runs"))
  var minRuns: Int?

  @Option(
    name: [.customShort("M"), .long],
    help: ArgumentHelp(
      "Without --runs: the most runs of each command. Default: 1000.", valueName: "runs"))
  var maxRuns: Int?

  @Option(
    help: ArgumentHelp(
      "Add no runs after about this time. Default: 10s for each command.", valueName: "time"))
  var maxTime: String?

  @Option(
    name: [.customShort("w"), .long],
    help: "Unmeasured runs of each command before the measured ones.")
  var warmup = 0

  @OptionGroup var commandOptions: CommandOptions

  @Option(
    help: ArgumentHelp(
      "Fail if a command takes longer than the first by more than this, as in +5%.",
      valueName: "change"))
  var failAbove: String?

  @Flag(help: "With --fail-above: fail also if it can't be decided.")
  var strict = false

  @Option(help: ArgumentHelp("Standard input of the commands. Default: empty.", valueName: "file"))
  var input: String?

  @Flag(
    name: [.customShort("i"), .long],
    help: "Measure commands even if they crash or exit with a status other than 0.")
  var ignoreFailure = false

  @Option(
    help: ArgumentHelp(
      "Measure commands even if they exit with one of these statuses, as in 1,2. --ignore-failure=1,2 is the "
        + "same.", valueName: "statuses"))
  var ignoreStatus: String?

  @Flag(help: "Let a run last until all processes that the command started have ended.")
  var waitForTree = false

  @Option(
    help: ArgumentHelp(
      "Stop a run after this time, as in '30 s', and count it as failed.", valueName: "time"))
  var timeLimit: String?

  @Option(
    help: ArgumentHelp(
      "The number of items that each run processes. The throughput is then shown, too.",
      valueName: "number"))
  var items: Int?

  @OptionGroup var rerunOptions: RerunOptions

  @Flag(help: "Show what the commands write, on standard error.")
  var showOutput = false

  @OptionGroup var shownOptions: MeasureViewOptions

  @Option(help: "Seed of the random order of runs.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Draw a typical run of the first command, an .svg, .png or .pdf." + OutputFiles.removal,
      valueName: "file"))
  var chart: String?

  @Option(
    help: ArgumentHelp(
      "Draw the wall time of every run over the parameter whose values are numbers, an .svg, .png or .pdf."
        + OutputFiles.removal,
      valueName: "file"))
  var parameterChart: String?

  @Option(
    help: ArgumentHelp(
      "Store the runs in this file. Default: they are not stored.", valueName: "file"))
  var store: String?

  @Option(help: "Experiment name in the store; --command-name names commands.")
  var name: String?

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var allocations: AllocationOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  func validate() throws {
    try RunLimits.check("--runs", runs, from: 1, to: RunLimits.commandRuns)
    try RunLimits.check("--warmup", warmup, from: 0, to: RunLimits.commandRuns)
    try RunLimits.check("--items", items, from: 1, to: RunLimits.items)
    try TimeLimit.checked(timeLimit, of: "--time-limit")
    try TimeLimit.checked(maxTime)
    if runs != nil, maxTime != nil {
      throw ValidationError("--max-time cannot be combined with --runs.")
    }
    try validateBounds()
    if let ignoreStatus, Self.statuses(ignoreStatus) == nil {
      throw ValidationError(
        "--ignore-status is '\(ignoreStatus)'; allowed: statuses from 1 to 255, as in 1,2.")
    }
    if name != nil, store == nil {
      throw ValidationError(
        "--name names an experiment in a store, so it needs --store; --command-name names a "
          + "command.")
    }
    try ExperimentName.check(name)
    if let chart { _ = try TimelinePicture(chart) }
    if let parameterChart { _ = try ParameterPicture(parameterChart, commandOptions) }
    try validateGate()
  }

  private func validateBounds() throws {
    // Two runs are the fewest that have a deviation.
    for (option, count) in [("--min-runs", minRuns), ("--max-runs", maxRuns)] {
      try RunLimits.check(option, count, from: 2, to: RunLimits.commandRuns)
      if count != nil, runs != nil {
        throw ValidationError("\(option) cannot be combined with --runs.")
      }
    }
    if let minRuns, let maxRuns, minRuns > maxRuns {
      throw ValidationError(
        "--min-runs is \(minRuns); allowed: at most --max-runs, which is \(maxRuns).")
    }
  }

  /// The statuses in a text; nil if it is not a list of them.
  private static func statuses(_ text: String) -> [Int32]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let statuses = words.compactMap { Int32($0) }.filter { (1...255).contains($0) }
    return statuses.count == words.count ? statuses : nil
  }

  private func validateGate() throws {
    guard let failAbove else {
      if strict { throw ValidationError("--strict needs --fail-above.") }
      return
    }
    if LimitText.change(failAbove) == nil {
      throw ValidationError("--fail-above is '\(failAbove)'; allowed: a change such as +5%.")
    }
    let commands = try commandOptions.commands
    if commands.count < 2 {
      throw ValidationError(
        "--fail-above compares commands with the first, and there is only one: write each command in quotes."
      )
    }
    if !commands.areSetUpAlike {
      throw ValidationError(
        "--fail-above can't be combined with a --setup or --cleanup that has a parameter: commands are then "
          + "measured one after the other, and what the machine does meanwhile may look like a difference. "
          + "--prepare and --conclude may have one.")
    }
  }

  var outputFiles: OutputFiles {
    OutputFiles(
      exports: exportOptions.export, charts: [chart, parameterChart].compactMap(\.self))
  }

  func carryOut() async throws {
    let picture = try chart.map(TimelinePicture.init)
    let parameterPicture = try parameterChart.map { try ParameterPicture($0, commandOptions) }
    let commands = try commandOptions.commands
    commandOptions.remarks.forEach { Console.warn("note: \($0)") }
    let session = MeasureSession(
      commands, try settings,
      store: try store.map { try ResultStore(path: $0, note: StoreOptions.note) },
      try .ofThisMachine(quiet: quiet || showOutput))
    let analysis = try session.carryOut()
    let gate = try gate(analysis)
    let outcome = max(analysis.outcome, gate?.outcome ?? .passed)
    if outputOptions.json {
      try outputOptions.console.print(
        json: MeasureDocument(analysis, commands: commands, gate: gate, status: outcome))
    } else {
      try MeasurePrinter(console: outputOptions.console, view: shownOptions.view)
        .print(analysis, gate)
    }
    MeasurePrinter.warn(analysis)
    let isExported = exportOptions.export.write([
      ExportedExperiment(analysis, gate: gate, parameters: commands.parameters)
    ])
    let written = isExported || outcome != .passed ? outcome : .toolFailed
    let status = await written.besides { try await picture?.draw(analysis) }
      .besides { try await parameterPicture?.draw(analysis) }
    if status == .appFailed, commands.count == 1, let own = analysis.commonStatus {
      throw ExitCode(own)
    }
    try status.exit()
  }
}

extension MeasureCommand {
  private var settings: MeasureSession.Settings {
    get throws {
      var automatic = AutomaticRounds()
      automatic.timeLimit = maxTime.flatMap(TimeText.duration)
      automatic.bound(from: minRuns, to: maxRuns)
      var settings = MeasureSession.Settings(
        rounds: runs.map(RoundCount.exactly) ?? .automatic(automatic))
      settings.warmUps = warmup
      settings.conditions = conditions
      settings.instructions = instructions.choice
      settings.allocations = allocations.rounds
      settings.rerunPolicy = try rerunOptions.policy
      settings.seed = seed
      settings.name = name
      return settings
    }
  }

  private var conditions: CommandConditions {
    var conditions = CommandConditions()
    conditions.input = input.map { FilePath($0) }
    conditions.showsOutput = showOutput
    conditions.ignoresFailure = ignoreFailure
    conditions.ignoredStatuses = Set(ignoreStatus.flatMap(Self.statuses) ?? [])
    conditions.waitsForTree = waitForTree
    conditions.timeLimit = timeLimit.flatMap(TimeText.duration)
    conditions.items = items
    return conditions
  }

  private func gate(_ analysis: ExperimentAnalysis) throws -> CommandGate? {
    try failAbove.flatMap(LimitText.change).map {
      try CommandGate(analysis, allowed: $0, isStrict: strict)
    }
  }
}

extension ExperimentAnalysis {
  /// The status with which all runs failed, as in a shell; nil if one passed, failed with another status, or
  /// failed without a status.
  fileprivate var commonStatus: Int32? {
    let statuses = Set(runs.map { $0.failure?.shellStatus })
    return statuses.count == 1 ? statuses.first ?? nil : nil
  }
}

extension RunFailure {
  /// The shell's status for a command that ends like this; nil if Rehearse ended it, or if its setup failed.
  fileprivate var shellStatus: Int32? {
    switch reason {
    case .exited: exitCode
    case .crashed: signal.map { 128 + $0 }
    case .notStarted: 127
    default: nil
    }
  }
}

extension [MeasuredCommand] {
  /// The values of parameters, by the names of the commands that have them.
  fileprivate var parameters: [String: [String: String]] {
    Dictionary(
      filter { !$0.parameters.isEmpty }.map { ($0.name, $0.parameters) },
      uniquingKeysWith: { first, _ in first })
  }
}
