import Analysis
import ArgumentParser
import Exporting
import Recording
import ResultStore
import SystemPackage

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write an experiment's figures for other programs.")

  /// What can be written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    /// `build,story,metric,unit,run,value`, every run's figures.
    case csv
    /// Statistics, comparisons and failures, as `show --json` prints them.
    case json
  }

  @OptionGroup var reference: ExperimentArgument

  @Option(help: "csv: every run's figures; json: statistics, comparisons and failures.")
  var format = Format.csv

  @Option(
    help: ArgumentHelp("Where it goes; standard output unless told otherwise.", valueName: "file"))
  var output: String?

  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(reference.experiment)
    let runs = try store.runs(of: experiment.number ?? 0)
    var text = ""
    switch format {
    case .csv: LongCSV.write(runs, to: &text)
    case .json:
      let analysis = ExperimentAnalysis(experiment, runs: runs)
      text = try Console.json(ExperimentDocument(analysis, status: analysis.exitStatus)) + "\n"
    }
    if let output {
      try ReplacedFile(FilePath(output)).write(Array(text.utf8))
    } else {
      try Console.write(text)
    }
  }
}
