import Analysis
import ArgumentParser
import Experimenting
import Foundation
import Recording
import Reports
import Running
import Scaffolding
import Scenarios
import SystemPackage

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a scenario with a first story for the project in a folder, and a job for CI.",
    discussion: """
      Looks at what stands in the folder: a Swift package, a Python project, a program. Writes a \
      driver or a step that is the command, a scenario whose first story runs, what its steps lead \
      to by two replays, and a workflow; all but that in the folder Performance. Nothing that is \
      there already is touched. Exit status: 0 the story passed, 1 nothing was made, or Rehearse \
      failed, 3 the first replay failed, 64 wrong usage, 130 interrupted.
      """)

  @Argument(help: "The project's folder.")
  var folder = "."

  @Option(help: "What to make: swift, python or command. Default: what suits the folder.")
  var kind: ScaffoldKind?

  @Option(help: "The command to measure, as one types it in the folder: 'gzip -k big.log'.")
  var command: String?

  @Option(help: "The scenario's name. Default: the project's.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A clone of Rehearse or its URL, from which a driver in Swift takes DriverKit. Default: "
        + "REHEARSE of the environment, or where this program was built.", valueName: "where"))
  var rehearse: String?

  @Flag(help: "Replace files that an earlier init made and nobody changed.")
  var force = false

  @Flag(help: "Print the files, and write nothing.")
  var dryRun = false

  @Flag(help: "Do not replay; 'rehearse record' does what is left.")
  var noRecord = false

  @Flag(help: "No progress.")
  var quiet = false

  func run() async throws {
    let scaffold = try await scaffold()
    let writer = try ScaffoldWriter(scaffold, into: place, force: force)
    if dryRun {
      for file in scaffold.files { try show("--- \(writer.path(of: file))\n\(file.content)") }
      return
    }
    try writer.write()
    for line in writer.lines { try show(line) }
    var outcome = Outcome.passed
    if !noRecord { outcome = try await record(scaffold, writer) }
    for note in scaffold.notes { Console.warn("note: \(note)") }
    if let snippet = scaffold.snippet {
      try show("For .gitlab-ci.yml:\n\n\(snippet)")
    }
    for line in next(scaffold, outcome) { try show(line) }
    try outcome.exit()
  }

  private var place: FilePath {
    FilePath(URL(fileURLWithPath: folder).resolvingSymlinksInPath().path)
  }

  private func scaffold() async throws -> Scaffold {
    guard FileManager.default.fileExists(atPath: place.string) else {
      throw Refusal.because("There is no folder \(folder).")
    }
    let words = try command.map(Self.words) ?? []
    if kind != nil, kind != .command, !words.isEmpty {
      throw ValidationError("--command is for --kind command.")
    }
    do {
      let surroundings = try await Surroundings(of: place)
      // What was named decides; else the first that suits.
      let suiting = words.isEmpty ? surroundings.kinds.first : .command
      let chosen = kind ?? suiting ?? .command
      let others = surroundings.kinds.filter { $0 != chosen }.map(\.rawValue)
      if kind == nil, words.isEmpty, !others.isEmpty {
        Console.warn(
          "note: This is for \(chosen.words); --kind \(others.joined(separator: " or --kind ")) "
            + "makes another.")
      }
      return try Scaffold(
        chosen, in: surroundings,
        .init(
          command: words, rehearse: rehearse ?? DriverKitSource.known, name: name,
          version: Version.current))
    } catch let objection as ScaffoldObjection {
      throw Refusal(.outcome(.toolFailed), "\(objection)")
    }
  }

  private static func words(_ text: String) throws -> [String] {
    let words: CommandWords
    do throws(CommandWordsError) {
      words = try CommandWords(text)
    } catch {
      throw ValidationError("--command can't be split into words: \(error).")
    }
    if let sign = words.shellSigns.first {
      throw ValidationError(
        "--command has '\(sign)', which only a shell understands: write a script, or "
          + "--command 'sh -c \"…\"'.")
    }
    return words.words
  }

  /// Replays the first story, and writes what its steps lead to.
  private func record(_ scaffold: Scaffold, _ writer: ScaffoldWriter) async throws -> Outcome {
    let path = writer.path(of: scaffold.scenario)
    let recorder = OutcomeRecorder(
      file: try ScenarioFile(path, allowingUnrecorded: true), name: path, everything: true,
      equipment: try .ofThisMachine(quiet: quiet))
    if scaffold.files.contains(where: { $0.path.lastComponent == "Package.swift" }) {
      Console.warn("note: Building the driver, a minute or two the first time.")
    }
    do {
      let recording = try await recorder.record()
      try writer.replace(scaffold.scenario, by: recording.text)
      for step in recording.steps { try show("recorded  \(step)") }
      return recording.outcome
    } catch let error as Interrupted {
      throw error
    } catch {
      Console.warn("Error: \(error)")
      return .toolFailed
    }
  }

  /// What to type next, and what that shows.
  private func next(_ scaffold: Scaffold, _ outcome: Outcome) -> [String] {
    let place = ShellWords.line([
      FilePath(folder).pushing(Scaffold.place).lexicallyNormalized().string
    ])
    let file = "\(scaffold.name).yml"
    if noRecord || outcome != .passed {
      return [
        "", "Next: cd \(place) && rehearse record \(file)",
        "It replays the first story, and writes what its steps lead to.",
      ]
    }
    let later = scaffold.mainBranch.map { branch in
      "Once \(Scaffold.place) is committed, 'rehearse check \(file) --against \(branch)' says there what "
        + "your changes cost."
    }
    return [
      "", "Next: cd \(place) && rehearse run \(file)",
      "It replays the first story ten times, and writes a report of what each step costs.",
    ] + [later].compactMap(\.self)
  }

  private func show(_ text: String) throws { try Console(color: .never).print(text) }
}

extension ScaffoldKind: ExpressibleByArgument {
  /// What it measures, in words.
  fileprivate var words: String {
    switch self {
    case .swift: "the Swift package"
    case .python: "the Python project"
    case .command: "a program"
    }
  }
}
