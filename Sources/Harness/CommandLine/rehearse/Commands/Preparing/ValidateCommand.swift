import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Recording
import Reports
import Scenarios
import Statistics

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files and report every mistake with its line and column.",
    discussion: """
      Nothing is run without --try. With it the builds are made, and each story is replayed once on each \
      build; nothing is stored.

      Exit status: 0 no mistake, 1 a mistake, or Rehearse failed, 3 with --try: a replay crashed, hung or led \
      to a wrong outcome, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("Scenario files.", valueName: "scenario"))
  var scenarios: [String]

  @Flag(name: .customLong("try"), help: "Build, and replay each story once on each build.")
  var isTried = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let equipment = isTried ? try Equipment.ofThisMachine(quiet: quiet) : nil
    var documents: [ValidationDocument] = []
    var worst = Outcome.passed
    for name in scenarios where worst != .interrupted {
      let (document, outcome) = try await validate(name, equipment)
      documents.append(document)
      worst = max(worst, outcome)
    }
    if outputOptions.json { try outputOptions.console.print(json: documents) }
    try worst.exit()
  }

  private func validate(
    _ name: String, _ equipment: Equipment?
  ) async throws -> (ValidationDocument, Outcome) {
    do {
      let file = try ScenarioFile(name)
      let scenario = file.scenario
      try show(
        "\(name): \(scenario.stories.count.counted("story", "stories")), "
          + "\(scenario.builds.count.counted("build", "builds")), no mistake")
      let toolchains = try await file.toolchains(askingVersion: isTried)
      for toolchain in toolchains.found { try show("  \(toolchain)") }
      // A replay would fail at the first missing one.
      let notes = file.notes + file.advice + (isTried ? [] : toolchains.missing)
      if !outputOptions.json { notes.forEach(Console.warn) }
      var tried: (replays: [ValidationDocument.Replay], outcome: Outcome)?
      if let equipment { tried = try await replay(file, named: name, equipment) }
      let document = ValidationDocument(
        name, scenario, toolchains: toolchains.found, notes: notes, replays: tried?.replays)
      return (document, tried?.outcome ?? .passed)
    } catch let error where error is CancellationError || error is OutputError {
      throw error
    } catch {
      let mistakes = "\(error)".split(separator: "\n").map(String.init)
      if !outputOptions.json { mistakes.forEach(Console.warn) }
      return (ValidationDocument(name, mistakes: mistakes), .toolFailed)
    }
  }

  private func replay(
    _ file: ScenarioFile, named name: String, _ equipment: Equipment
  ) async throws -> (replays: [ValidationDocument.Replay], outcome: Outcome) {
    let text = ReplayText(file: name, places: ScenarioPlaces(of: file.text))
    var replays: [ValidationDocument.Replay] = []
    var worst = Outcome.passed
    var isOtherOutcome = false
    let isComplete = try await ReplaySession(file, equipment).carryOut { replayed in
      try text.lines(replayed).forEach(show)
      replays.append(ValidationDocument.Replay(replayed, at: text.place(of: replayed)))
      worst = max(worst, replayed.outcome)
      isOtherOutcome = isOtherOutcome || replayed.run?.failure?.reason == .wrongOutcome
    }
    if isOtherOutcome, !outputOptions.json {
      Console.warn(
        "note: 'rehearse record \(ShellWords.line([name])) --force' replaces the expected outcomes with the "
          + "present ones.")
    }
    return (replays, isComplete ? worst : .interrupted)
  }

  private func show(_ line: String) throws {
    if !outputOptions.json { try outputOptions.console.print(line) }
  }
}
