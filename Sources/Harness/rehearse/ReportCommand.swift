import Analysis
import ArgumentParser
import Comparing
import Publishing
import Recording
import ResultStore
import SystemPackage

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write an experiment's report: a page, tables, charts and the raw figures.")

  @OptionGroup var reference: ExperimentArgument

  @Option(
    help: ArgumentHelp(
      "Where it goes; beside the store unless told otherwise.", valueName: "folder"))
  var output: String?

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(reference.experiment)
    let analysis = ExperimentAnalysis(
      experiment, runs: try store.runs(of: experiment.number ?? 0))
    let folder = FilePath(output ?? storeOptions.folder(for: experiment))
    let page = try await ReportFolder(folder).write(
      Report(analysis, details: store.details), judgement: ComparisonResult(analysis)?.judgement)
    if outputOptions.json {
      try outputOptions.console.print(json: ["report": page.string])
    } else {
      try outputOptions.console.print(page.string)
    }
  }
}
