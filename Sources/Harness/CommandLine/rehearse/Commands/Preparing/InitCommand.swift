import Analysis
import ArgumentParser
import CommandSupport
import DriverProtocol
import Experimenting
import Foundation
import Programs
import Recording
import Reports
import Running
import Scaffolding
import Scenarios
import SystemPackage
import Tables

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a scenario with a first story for the project in a folder, and a job for CI.",
    discussion: """
      Looks at the folder: is it a Swift package, a Python or JavaScript project, or does it hold a program? Writes a \
      scenario with a first story, a driver if the story needs one, and a workflow for CI. The workflow \
      goes where the repository's workflows are, everything else into the folder Performance. Then the \
      story is replayed twice, and its outcome is written into the scenario. If that fails, no workflow is \
      written, and the other files are kept so that you can fix them. Existing files are left alone. A \
      driver in Swift takes DriverKit from a clone of Rehearse: an installed 'rehearse' needs --rehearse \
      for it.

      Exit status: 0 the story passed, 1 Rehearse failed, the files could not be made, a scenario \
      that somebody changed was not recorded, or the program or driver is missing or did not build, 3 the \
      first replay failed, 64 wrong usage, 130 interrupted.
      """)

  @Argument(help: "The project's folder.")
  var folder = "."

  @Option(
    help: "What to make: swift, python, javascript or command. Default: by what is in the folder.")
  var kind: ScaffoldKind?

  @Option(help: "The command to measure, as you type it in the folder: 'gzip -k big.log'.")
  var command: String?

  @Option(help: "The scenario's name. Default: the project's.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A clone of Rehearse, or its URL: a driver in Swift takes DriverKit from there. Default: the "
        + "environment variable REHEARSE, or the clone that this program was built in; an installed program "
        + "has none.", valueName: "where"))
  var rehearse: String?

  @Flag(help: "Replace files that an earlier init made and nobody changed.")
  var force = false

  @Flag(help: "Print the files, and write nothing.")
  var dryRun = false

  @Flag(help: "Do not replay; 'rehearse record' does what is left.")
  var noRecord = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var trustOptions: TrustOptions

  func run() async throws {
    let scaffold = try await scaffold()
    let writer = try ScaffoldWriter(scaffold, into: place, force: force)
    if dryRun {
      for file in scaffold.files { try show("--- \(writer.path(of: file))\n\(file.content)") }
      return
    }
    try writer.write()
    for line in writer.lines { try show(line) }
    let outcome: Outcome? = try await noRecord ? .passed : record(scaffold, writer)
    // A job for a failing story would fail, and block the next job; one that is not recorded checks nothing.
    let job = outcome == .passed ? try writer.writeJob() : nil
    if let job { try show(job) }
    for note in scaffold.notes { Console.warn("note: \(note)") }
    if job != nil, let place = writer.jobOfUnknownOwner {
      Console.warn("note: \(Self.ownerWords(place))")
    }
    if let snippet = scaffold.snippet {
      try show("For .gitlab-ci.yml:\n\n\(snippet)")
      if scaffold.isOwnerUnknown { Console.warn("note: \(Self.ownerWords(".gitlab-ci.yml"))") }
    }
    for line in next(scaffold, writer, outcome) { try show(sentence: line) }
    try (outcome ?? .toolFailed).exit()
  }

  private static func ownerWords(_ place: String) -> String {
    "In \(place) replace OWNER by the GitHub account whose copy of Rehearse the job is to install."
  }

  private var place: FilePath { FilePath(folder).resolved }

  private func scaffold() async throws -> Scaffold {
    guard FileManager.default.fileExists(atPath: place.string) else {
      throw Refusal.because("There is no folder \(folder).")
    }
    if !place.isFolder {
      let program = ShellWords.line([folder.contains("/") ? folder : "./\(folder)"])
      throw Refusal.because(
        "\(folder) is a file, not a folder. To measure it as a program: rehearse init --command "
          + ShellWords.line([program]))
    }
    let typed = try command.map(Self.typed)
    if kind != nil, kind != .command, typed != nil {
      throw ValidationError("--command is for --kind command.")
    }
    let surroundings = try await ProjectDetection(of: place, running: typed)
    // The named kind decides; otherwise the first suitable one.
    let suiting = typed == nil ? surroundings.kinds.first : .command
    let chosen = kind ?? suiting ?? .command
    let others = surroundings.kinds.filter { $0 != chosen && $0 != .command }
    if kind == nil, !others.isEmpty {
      let ways = others.map { typed == nil ? "--kind \($0.rawValue)" : "without --command, init" }
      Console.warn(
        "note: This is for \(chosen.words); \(ways[0]) writes a driver for \(others[0].words).")
    }
    let source = rehearse ?? DriverKitSource.known
    return try Scaffold(
      chosen, in: surroundings,
      .init(
        command: typed,
        rehearse: chosen == .swift ? try source.map(DriverKitSource.checked) : source, name: name,
        version: Version.current))
  }

  private static func typed(_ text: String) throws -> CommandInput {
    do throws(CommandWordsError) {
      return try CommandInput(text)
    } catch {
      throw ValidationError("--command can't be split into words: \(error).")
    }
  }

  /// Replays the first story, and records the outcomes of its steps. Returns nil if it passed, and they could not be
  /// written.
  private func record(_ scaffold: Scaffold, _ writer: ScaffoldWriter) async throws -> Outcome? {
    let path = writer.path(of: scaffold.scenario)
    let recorder = OutcomeRecorder(
      file: try ScenarioFile(path, allowingUnrecorded: true), name: path, everything: true,
      equipment: try .ofThisMachine(quiet: quiet))
    if scaffold.files.contains(where: { $0.path.lastComponent == "Package.swift" }) {
      Console.warn("note: Building the driver, a minute or two the first time.")
    }
    do {
      let recording = try await recorder.record()
      let isOwn = writer.isOwn(scaffold.scenario)
      // A story that calls nothing yet shows nothing about its time.
      let rhythm = isOwn && scaffold.driver == nil ? Rhythm(of: recording.runs) : nil
      let gated = rhythm.flatMap { Scaffold.gatingTime(recording.text, by: $0) }
      let text = gated ?? recording.text
      if text != recorder.file.text {
        // Replays take a while, and the driver is built first.
        let isAsReplayed = try TextFile.text(of: path) == recorder.file.text
        guard isOwn, isAsReplayed else {
          let reason = isAsReplayed ? "is not as init writes it" : "was changed meanwhile"
          try show(.init(word: "left", text: "\(path): it \(reason), so nothing was recorded"))
          return recording.outcome == .passed ? nil : recording.outcome
        }
        try writer.replace(scaffold.scenario, by: text)
      }
      for step in recording.steps { try show(.init(word: "recorded", text: step)) }
      if gated != nil, let rhythm {
        try show(
          .init(
            word: "gated",
            text: "wall time, because the command "
              + (rhythm.kind == .waits ? "waits for most of its time" : "uses several CPUs")))
      }
      return recording.outcome
    } catch let error as CancellationError {
      throw error
    } catch {
      Console.warn("Error: \(error)")
      return .toolFailed
    }
  }

  /// The command to type next, and what it shows.
  private func next(
    _ scaffold: Scaffold, _ writer: ScaffoldWriter, _ outcome: Outcome?
  ) -> [String] {
    let place = ShellWords.line([
      FilePath(folder).pushing(Scaffold.place).lexicallyNormalized().string
    ])
    let file = "\(scaffold.name).yml"
    if noRecord || outcome != .passed {
      return left(writer, scaffold, outcome) + [
        "", "Next: cd \(place) && rehearse record \(file)",
        "It replays the first story, and writes what its steps lead to.",
      ] + [ownStory(writer, scaffold).map { "Then \($0)" }].compactMap(\.self)
        + jobLines(writer, scaffold)
    }
    let later = scaffold.mainBranch.map { branch in
      if let program = scaffold.unmade, let word = scaffold.interpreterInPath {
        return
          "git does not have \(program), so no other revision has it. Before 'rehearse check \(file) --against "
          + "\(branch)' write \(word) in its place in \(file), and call Rehearse with the environment activated."
      }
      if let program = scaffold.unmade {
        return
          "git does not have \(program), so no other revision of it can be measured. Before 'rehearse "
          + "check \(file) --against \(branch)' add 'make:' to the build in \(file), with the command that "
          + "makes it."
      }
      return
        "Commit \(scaffold.toCommit.joined(separator: ", ")). Then 'rehearse check \(file) "
        + "--against \(branch)' in that folder says what your changes cost."
    }
    if let ownStory = ownStory(writer, scaffold) {
      return [
        "", "Next: \(ownStory)", "Then: cd \(place) && rehearse record --force \(file)",
      ] + [later].compactMap(\.self) + jobLines(writer, scaffold)
    }
    return [
      "", "Next: cd \(place) && rehearse run \(file)",
      "It replays the first story ten times, and writes a report of what each step costs.",
    ] + [later].compactMap(\.self) + jobLines(writer, scaffold)
  }

  /// The advice for turning the first story into one of the project's own; nil if it is one.
  private func ownStory(_ writer: ScaffoldWriter, _ scaffold: Scaffold) -> String? {
    scaffold.driver.map { driver in
      "in \(writer.path(of: driver)) let 'example' call your code, and remove 'placeholder' from "
        + "\(writer.path(of: scaffold.scenario)): until then a check says nothing about \(scaffold.project)."
    }
  }

  /// The fate of the files if the first replay failed, or could not be recorded.
  private func left(
    _ writer: ScaffoldWriter, _ scaffold: Scaffold, _ outcome: Outcome?
  ) -> [String] {
    if noRecord || outcome == .interrupted { return [] }
    guard outcome != nil, !writer.written.isEmpty else { return noJob(writer) }
    return [
      "",
      "The first replay failed; the files were kept. Fix what the error above names, or "
        + "\(writer.path(of: scaffold.scenario)), then record as below. To start over, remove the files:",
      "  rm \(ShellWords.line(writer.written))",
    ] + noJob(writer)
  }

  /// How to get the job that was not written.
  private func noJob(_ writer: ScaffoldWriter) -> [String] {
    writer.jobToWrite.map { job in
      [
        "\(job) was not written. Once the story passes, the same 'rehearse init' with --no-record writes it."
      ]
    } ?? []
  }

  /// The additions for an existing job to check this scenario, too.
  private func jobLines(_ writer: ScaffoldWriter, _ scaffold: Scaffold) -> [String] {
    writer.jobWithoutScenario.map { job in
      ["", "\(job) does not check \(scaffold.name).yml yet. Add to its steps:", scaffold.jobStep]
    } ?? []
  }

  private func show(_ text: String) throws { try Console(color: .never).print(text) }

  /// Shows what happened to something; long lines continue below.
  private func show(_ line: ScaffoldWriter.Line) throws {
    let console = Console(color: .never)
    let indent = 10
    let lines = LineWrap(line.text, width: console.width.map { max(1, $0 - indent) }).lines
    for (index, text) in lines.enumerated() {
      let word = index == 0 ? line.word : ""
      try console.print(word + String(repeating: " ", count: indent - word.count) + text)
    }
  }

  /// Shows a sentence; text to type or copy as a whole stays on one line.
  private func show(sentence text: String) throws {
    let isTyped = text.isEmpty || text.hasPrefix(" ") || text.contains(" && ")
    try isTyped ? show(text) : Console(color: .never).print(sentence: text)
  }
}

extension ScaffoldKind: ExpressibleByArgument {
  /// The measured subject, in words.
  fileprivate var words: String {
    switch self {
    case .swift: "the Swift package"
    case .python: "the Python project"
    case .javascript: "the JavaScript project"
    case .command: "a program"
    }
  }
}
