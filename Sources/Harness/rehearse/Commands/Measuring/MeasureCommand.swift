import Analysis
import ArgumentParser
import Experimenting
import Exporting
import Recording
import Store
import Running
import Scenarios
import SystemPackage

struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure any command: time, CPU, memory, faults, switches, storage traffic.",
    discussion: """
      The command is executed as it stands after '--', without a shell. The texts of --vs and \
      --prepare are split into words at blanks; '…' and "…" hold words with blanks together, a \
      backslash takes the next character as it is, and nothing is expanded. With --shell they, and \
      the command, which is one text then, are handed to /bin/sh -c.

      Several commands are measured in rounds: each round makes one run of each, in random order, \
      and runs of one round are compared as pairs.

      Given are mean and ± standard deviation; with --json all statistics of all metrics, and every \
      run.

      What a command has left running when it ends is ended too.

      Exit status: 0 all runs passed, 1 Rehearse failed, 3 a command failed, 130 interrupted.
      """)

  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("runs")],
    help: "Runs of each command.")
  var runs = 10

  @Option(help: "Unmeasured runs of each command before.")
  var warmup = 0

  @Option(help: ArgumentHelp("Another command to compare; can be repeated.", valueName: "command"))
  var vs: [String] = []

  @Option(
    help: ArgumentHelp("A command to carry out before each run, unmeasured.", valueName: "command"))
  var prepare: String?

  @Option(help: ArgumentHelp("Standard input of the commands. Default: empty.", valueName: "file"))
  var input: String?

  @Flag(help: "Run the commands through /bin/sh -c. Its start is then measured, too.")
  var shell = false

  @Flag(help: "Measure commands even if they crash or exit with a status other than 0.")
  var ignoreFailure = false

  @Flag(help: "Let a run last until all processes that the command started have ended.")
  var waitForTree = false

  @Option(
    help: ArgumentHelp(
      "Stop a run after this time, as in '30 s', and count it as failed.", valueName: "time"))
  var timeLimit: String?

  @OptionGroup var rerunOptions: RerunOptions

  @Flag(help: "Show what the commands write, on standard error.")
  var showOutput = false

  @Option(help: "Seed of the random order of runs.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Draw a typical run of the first command, an .svg, .png or .pdf.", valueName: "file"))
  var chart: String?

  @Option(
    help: ArgumentHelp(
      "Store the runs in this file. Default: they are not stored.", valueName: "file"))
  var store: String?

  @Option(help: "Experiment name in the store.")
  var name: String?

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments, after '--'.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    try RunLimits.check("--runs", runs, from: 1, to: RunLimits.commandRuns)
    try RunLimits.check("--warmup", warmup, from: 0, to: RunLimits.commandRuns)
    if let timeLimit, TimeText.duration(timeLimit) == nil {
      throw ValidationError("--time-limit is '\(timeLimit)'; allowed: \(TimeText.allowed).")
    }
    if name != nil, store == nil { throw ValidationError("--name needs --store.") }
    try ExperimentName.check(name)
    if let chart { _ = try TimelinePicture(chart) }
    _ = try commands
    _ = try conditions
  }

  func run() async throws {
    let picture = try chart.map(TimelinePicture.init)
    try await picture?.check()
    let commands = try commands
    warnOfShellSigns()
    let session = MeasureSession(
      commands, try settings, store: try store.map { try ResultStore(path: $0) },
      try .ofThisMachine(Progress(quiet: quiet || showOutput)))
    let analysis = try session.carryOut()
    let outcome = analysis.outcome
    if outputOptions.json {
      try outputOptions.console.print(
        json: MeasureDocument(analysis, commands: commands, status: outcome))
    } else {
      try MeasurePrinter(console: outputOptions.console).print(analysis)
    }
    MeasurePrinter.warn(analysis)
    let isExported = exportOptions.write([ExportedExperiment(analysis)])
    try await picture?.draw(analysis)
    try (isExported ? outcome : max(outcome, .toolFailed)).exit()
  }
}

/// The measuring that options and arguments ask for.
extension MeasureCommand {
  /// The commands, the first of them the baseline.
  var commands: [MeasuredCommand] {
    get throws {
      guard !command.isEmpty else {
        throw ValidationError(
          "There is no command; write it after '--', as in 'rehearse measure -- sleep 1'.")
      }
      if shell, command.count > 1 {
        throw ValidationError(
          "With --shell the command is one text: 'rehearse measure --shell -- \"ls | wc -l\"'.")
      }
      if command[0].isEmpty {
        throw ValidationError("The command after '--' is empty.")
      }
      let first = MeasuredCommand(
        name: shell ? command[0] : ShellWords.line(command),
        words: shell ? Self.shellWords(command[0]) : command)
      return MeasuredCommand.named(
        try [first]
          + vs.map { MeasuredCommand(name: $0, words: try words(of: $0, option: "--vs")) })
    }
  }

  private var settings: MeasureSession.Settings {
    get throws {
      var settings = MeasureSession.Settings(rounds: runs)
      settings.warmUps = warmup
      settings.conditions = try conditions
      settings.instructions = instructions.choice
      settings.rerunPolicy = try rerunOptions.policy
      settings.seed = seed
      settings.name = name
      return settings
    }
  }

  var conditions: CommandConditions {
    get throws {
      var conditions = CommandConditions()
      conditions.preparation = try prepare.map { try words(of: $0, option: "--prepare") }
      conditions.input = input.map { FilePath($0) }
      conditions.showsOutput = showOutput
      conditions.ignoresFailure = ignoreFailure
      conditions.waitsForTree = waitForTree
      conditions.timeLimit = timeLimit.flatMap(TimeText.duration)
      return conditions
    }
  }

  private func words(of text: String, option: String) throws -> [String] {
    if shell { return Self.shellWords(text) }
    do {
      return try CommandWords(text).words
    } catch {
      throw ValidationError("\(option) is '\(text)', but \(error).")
    }
  }

  /// Who writes `ls | wc` may expect a pipe.
  func warnOfShellSigns() {
    guard !shell else { return }
    for text in vs + (prepare.map { [$0] } ?? []) {
      guard let sign = try? CommandWords(text).shellSigns.first else { continue }
      Console.warn(
        "note: In '\(CommandLabel.short(text))' the sign \(sign) is plain text; --shell hands "
          + "commands to /bin/sh.")
    }
  }

  private static func shellWords(_ text: String) -> [String] { ["/bin/sh", "-c", text] }
}
