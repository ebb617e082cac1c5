import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Programs
import Recording
import Reports
import Scenarios
import Statistics
import SystemPackage

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Replay stories, and write what their steps lead to into the scenario file.",
    discussion: """
      Adds 'expect' to steps without it; --force and --story also replace it. Each story is replayed twice \
      on each build, and nothing is stored. An outcome that differs between replays or builds is reported \
      and not written; so is what a driver refuses, and an error of a server (a status from 400 on) that is \
      not expected. All else in the file stays as it is.

      Exit status: 0 all was recorded, 1 Rehearse failed \
      or something could not be recorded, 3 a replay crashed, hung or led to a wrong outcome, 130 \
      interrupted.
      """)

  @Argument(help: ArgumentHelp("A scenario file.", valueName: "scenario"))
  var scenario: String

  @Option(help: "Only this story, even if it has expected outcomes; can be repeated.")
  var story: [String] = []

  @Option(help: "Only on this build; can be repeated.")
  var build: [String] = []

  @Flag(help: "Replace the outcomes that are expected now.")
  var force = false

  @Flag(help: "Print what would be changed, and change nothing.")
  var dryRun = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var trustOptions: TrustOptions

  func run() async throws {
    let file = try ScenarioFile(scenario, allowingUnrecorded: true).selecting(story, build)
    let recorder = OutcomeRecorder(
      file: file, name: scenario, everything: force || !story.isEmpty,
      equipment: try .ofThisMachine(quiet: quiet))
    let recording = try await recorder.record()
    if recording.steps.isEmpty {
      if recording.outcome == .passed { try show(recorder.nothing(in: recording)) }
    } else if dryRun {
      try show(LineDifference(from: file.text, to: recording.text).text(named: scenario))
    } else {
      // An editor, or another call, may have written meanwhile: replays take minutes.
      guard try TextFile.text(of: scenario) == file.text else {
        throw Refusal.toolFailed(
          "\(scenario) was changed while its stories were replayed, so nothing was recorded. Call it again."
        )
      }
      // Otherwise a file would replace a link.
      try ReplacedFile(FilePath(scenario).resolved).write(Array(recording.text.utf8))
      let count = recording.steps.count.counted("step", "steps")
      try show(
        "\(scenario): recorded what \(count) \(recording.steps.count == 1 ? "leads" : "lead") to")
      for step in recording.steps { try show("  \(step)") }
    }
    try recording.outcome.exit()
  }

  private func show(_ text: String) throws { try Console(color: .never).print(text) }
}
