import ArgumentParser
import Publishing
import Recording
import ResultStore
import Running
import SystemPackage

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write experiments' reports: a page, tables, charts and the raw figures.",
    discussion: """
      One experiment's report is a folder with the page 'report.html', one file that needs no \
      network. Of several, each has a folder, and 'index.html' beside them says what each came to.

      With --watch the report is written again when the store has new runs, until the experiment is \
      complete or Ctrl-C; pages that are open load themselves again. At most a tenth of the time is \
      spent on it, since drawing disturbs what is being measured on the same machine.
      """)

  @Argument(
    help: ArgumentHelp(
      "Experiments: a number, a name, or 'latest', which it is unless told otherwise.",
      valueName: "experiment"))
  var experiments: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where it goes; beside the store unless told otherwise.", valueName: "folder"))
  var output: String?

  @Option(
    help: """
      What is written: md and html are pages, csv, latex and json tables; can be repeated. Unless \
      told otherwise: md, html and csv.
      """)
  var format: [ReportFormat] = []

  @Option(help: ArgumentHelp("Only this story; can be repeated.", valueName: "name"))
  var story: [String] = []

  @Flag(help: "Write it again while the experiment runs.")
  var watch = false

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let store = try storeOptions.openExisting()
    let writer = try ReportWriter(
      experiments.isEmpty ? ["latest"] : experiments, in: store,
      formats: format.isEmpty ? ReportFormat.standard : Set(format), stories: story,
      output: output, beside: storeOptions)
    guard watch else { return try tell(try await writer.write()) }
    let interruption = try Interruption.onSignals()
    let watching = Task {
      try await ReportWatch(writer, store, interruption).carryOut(tell)
    }
    try interruption.whenRaised { watching.cancel() }
    do {
      try await watching.value
    } catch  where interruption.isRaised {
      try ExitStatus.interrupted.exit()
    }
  }

  private func tell(_ page: FilePath) throws {
    if outputOptions.json {
      try outputOptions.console.print(json: ["report": page.string])
    } else {
      try outputOptions.console.print(page.string)
    }
  }
}
