import Analysis
import ArgumentParser
import Exporting
import Recording
import ResultStore
import SystemPackage

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write an experiment's figures for other programs.",
    discussion: """
      csv has every run's figures, and 'rehearse import' reads it; json is what 'show --json' prints. \
      The others are formats of other programs: junit, github-summary and github-annotations tell \
      verdicts and failures; github-action-benchmark (and its -bigger, with rates), bencher and \
      openmetrics have means; hyperfine, pyperf and google-benchmark every run; chrome-trace steps, \
      memory and CPU over time; otava the means of several experiments, of the latest one's scenario \
      unless told which. What a format can't hold is left out.
      """)

  @Argument(
    help: ArgumentHelp(
      "The experiment: its number, its name, or 'latest'; several where the format holds several.",
      valueName: "experiment"))
  var experiments: [String] = []

  @Option(help: ArgumentHelp("Whose format.", valueName: "format"))
  var format = ExportedFormat.foreign(.csv)

  @Option(
    help: ArgumentHelp("Where it goes; standard output unless told otherwise.", valueName: "file"))
  var output: String?

  @Option(help: "Only this build, whose name is in no name then; can be repeated.")
  var build: [String] = []

  @Option(help: "Only this story; can be repeated.")
  var story: [String] = []

  @Option(help: "Only this metric; can be repeated.")
  var metric: [String] = []

  @Flag(help: "What is inconclusive fails, as in 'check --strict'.")
  var strict = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if !format.holdsSeveral, experiments.count > 1 {
      throw ValidationError(
        "There are \(experiments.count) experiments; \(format.rawValue) holds one.")
    }
    if format.tellsOfAll, !(build + story + metric).isEmpty {
      throw ValidationError(
        "--build, --story and --metric choose among figures; \(format.rawValue) tells of the whole "
          + "experiment.")
    }
    for name in metric { _ = try MetricName.checked(name) }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let source = ExportSource(
      store: store, builds: build, stories: story, metrics: try metric.map(MetricName.checked))
    let text = try text(source)
    if let output {
      try ReplacedFile(FilePath(output)).write(Array(text.utf8))
    } else {
      try Console.write(text)
    }
  }

  private func text(_ source: ExportSource) throws -> String {
    switch format {
    case .json:
      let analysis = try source.analysis(of: experiments.first ?? "latest")
      return try Console.json(ExperimentDocument(analysis, status: analysis.exitStatus)) + "\n"
    case .foreign(.otava):
      let file = try OtavaCSV(source.history(experiments))
      if !file.leftOut.isEmpty {
        Console.warn(
          "note: Left out, since not all experiments have it: \(file.leftOut.joined(separator: ", "))."
        )
      }
      return file.text
    case .foreign(let format):
      let names = experiments.isEmpty ? ["latest"] : experiments
      return try format.text(
        of: names.map { try source.exported($0, as: format, isStrict: strict) })
    }
  }
}
