import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Recording
import Running
import Scenarios
import SystemPackage

struct DriverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "driver",
    abstract: "Check whether a driver keeps the protocol.",
    subcommands: [DriverCheckCommand.self])
}

struct DriverCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Start a driver as a run does, and check it against each rule of the protocol.",
    discussion: """
      The driver is the command at the end, or with --scenario a build's. Options come before the command. \
      It is asked for the steps of a story of --scenario (the first, or --story), for --verb with \
      --arguments, or otherwise for its first verb without arguments. Three processes are asked: two alike, \
      and a third with unknown keys in all requests.

      Exit status: 0 no rule is broken, 1 Rehearse failed or its input can't be used, 3 a rule is \
      broken, 64 wrong usage, 130 interrupted.
      """)

  @Option(help: ArgumentHelp("A scenario file: its fixture, steps and limits.", valueName: "file"))
  var scenario: String?

  @Option(
    help: "The build whose command is the driver, and whose services start. Default: the first.")
  var build: String?

  @Option(help: "The story of the scenario whose steps are tried. Default: the first.")
  var story: String?

  @Option(help: "A verb to try.")
  var verb: String?

  @Option(help: ArgumentHelp("Its arguments, as in '{ amount: 2 }'.", valueName: "mapping"))
  var arguments: String?

  @Option(help: ArgumentHelp("The fixture, as in '{ start: 5 }'.", valueName: "mapping"))
  var fixture: String?

  @Option(
    help: ArgumentHelp(
      "Time limit of each answer, as in '30 s', unless its step has one. Default: the scenario's, or 30 s.",
      valueName: "time"))
  var timeLimit: String?

  @OptionGroup var outputOptions: OutputOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The driver's command and its arguments.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    // What follows the options belongs to the command, and so would a request for help without one.
    if ["--help", "-h", "-help"].contains(command.first) { throw CleanExit.helpRequest(self) }
    if arguments != nil, verb == nil { throw ValidationError("--arguments needs --verb.") }
    if scenario == nil, story != nil || build != nil {
      throw ValidationError("--story and --build need --scenario.")
    }
    if story != nil, verb != nil { throw ValidationError("--story and --verb exclude each other.") }
    try TimeLimit.checked(timeLimit, of: "--time-limit")
    if scenario == nil, words.isEmpty {
      throw ValidationError(
        "Give a command, as in 'rehearse driver check python3 driver.py', or --scenario.")
    }
  }

  func run() throws {
    let file = try scenario.map { try ScenarioFile($0) }
    let folder = file?.folder ?? FilePath(FileManager.default.currentDirectoryPath)
    let chosen = try file?.build(build)
    let words = try words.isEmpty ? chosen.map(driver) ?? [] : words
    let (scenario, story) = try tried(of: file)
    let check = DriverCheck(
      words, in: folder, launcher: try .besideThisProgram(), interruption: try .onSignals(),
      scenario: scenario, build: chosen, story: story)
    let report: DriverCheck.Report
    do throws(RunFailure) {
      report = try check.report()
    } catch {
      if error.reason == .interrupted { throw CancellationError() }
      throw Refusal.toolFailed(error.message)
    }
    if outputOptions.json {
      try outputOptions.console.print(json: DriverCheckDocument(report, of: words))
    } else {
      try outputOptions.console.print(DriverCheckText.rendered(report))
    }
    try (report.isKept ? Outcome.passed : .appFailed).exit()
  }

  /// The command without a leading `--`.
  private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

  private func driver(of build: Build) throws -> [String] {
    switch build.origin {
    case .command(let words): return words
    case .package:
      throw Refusal.because(
        "The build '\(build.name)' is made by Rehearse; give the driver that 'swift build' makes, "
          + "as in 'rehearse driver check --scenario \(scenario ?? "") .build/release/DRIVER'.")
    case .steps:
      throw Refusal.because(
        "\(scenario ?? "") has no driver to check: Rehearse carries out its steps. 'rehearse validate --try' "
          + "replays them.")
    }
  }

  /// The scenario with the options' changes, and the story whose steps are tried.
  private func tried(of file: ScenarioFile?) throws -> (Scenario, Story?) {
    var scenario =
      file?.scenario
      ?? Scenario(
        name: "driver", title: "driver", builds: [], fixture: [:], stories: [], runs: 1,
        timeLimit: .seconds(30))
    if let fixture {
      scenario.fixture = try ScenarioParser.scalars(in: fixture, source: "--fixture")
    }
    if let timeLimit, let limit = TimeText.duration(timeLimit) { scenario.timeLimit = limit }
    if let verb {
      let given = try arguments.map { try ScenarioParser.scalars(in: $0, source: "--arguments") }
      let step = Step(
        verb: verb, arguments: given ?? [:], expectation: .outcome(facts: [:], digest: nil))
      return (scenario, Story(name: verb, title: verb, steps: [step]))
    }
    guard let name = story ?? scenario.stories.first?.name else { return (scenario, nil) }
    guard let story = scenario.story(named: name) else {
      throw Refusal.unknown(
        "story", name, in: "\(file?.path ?? "")", known: scenario.stories.map(\.name))
    }
    return (scenario, story)
  }
}
