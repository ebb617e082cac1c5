import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Metrics
import Recording
import Reports
import Store
import SystemPackage

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write an experiment's measurements for other programs.",
    discussion: ExportFormat.guide)

  @Argument(
    help: ArgumentHelp(
      "The experiment: its number, its name, or 'latest'; several if the format holds several.",
      valueName: "experiment"))
  var experiments: [String] = []

  @Option(help: ArgumentHelp("Output format.", valueName: "format"))
  var format = ExportedFormat.foreign(.csv)

  @Option(help: ArgumentHelp("Output file. Default: standard output.", valueName: "file"))
  var output: String?

  @Option(help: "Only this build; its name is then left out of all names. Can be repeated.")
  var build: [String] = []

  @Option(help: "Only this story; can be repeated.")
  var story: [String] = []

  @Option(help: "Only this metric; can be repeated.")
  var metric: [String] = []

  @Flag(help: "Let inconclusive cells fail, as 'check --strict' does.")
  var strict = false

  @OptionGroup var trustOptions: TrustOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if !format.traits.contains(.several), experiments.count > 1 {
      throw ValidationError(
        "There are \(experiments.count) experiments; \(format.rawValue) holds one.")
    }
    if format.traits.contains(.verdicts), !(build + story + metric).isEmpty {
      throw ValidationError(
        "--build, --story and --metric choose among measurements; \(format.rawValue) is about the whole "
          + "experiment.")
    }
    let isOfOthers =
      format.traits.contains(.profiles) || ["hgrm", "k6", "chrome-trace"].contains(format.rawValue)
    if isOfOthers, !metric.isEmpty {
      throw ValidationError("--metric does not choose what \(format.rawValue) holds: leave it out.")
    }
    if format.traits.contains(.binary), output == nil, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError("\(format.rawValue) is not text: name a file with --output.")
    }
    for name in metric { _ = try MetricName.checked(name) }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let source = ExportSource(
      store: store, builds: build, stories: story, metrics: try metric.map(MetricName.checked))
    let contents = try contents(source)
    if let output {
      try ReplacedFile(FilePath(output)).write(contents)
    } else {
      try Console.write(contents)
    }
  }

  private func contents(_ source: ExportSource) throws -> [UInt8] {
    switch format {
    case .json:
      var experiment = try source.store.experiment(experiments.first ?? "latest")
      if strict, experiment.decision?.purpose == .check {
        experiment.decision?.purpose = .strictCheck
      }
      let result = try StoredResult(of: experiment, in: source.store)
      return Array((try PrintedJSON.text(result.document) + "\n").utf8)
    case .foreign(.otava):
      return try ExportFormat.otava.tellingContents(of: source.history(experiments))
    case .foreign(let format):
      let names = experiments.isEmpty ? ["latest"] : experiments
      let exported = try names.map { try source.exported($0, as: format, isStrict: strict) }
      let bytes = try format.contents(of: exported)
      for finding in exported.flatMap({ format.untold(of: $0) }) {
        Console.warn("note: \(finding.description)")
      }
      return bytes
    }
  }
}

/// Experiments of a store, for export.
struct ExportSource {
  let store: ResultStore
  /// Empty for all.
  let builds: [String]
  /// Empty for all.
  let stories: [String]
  /// Empty for all.
  let metrics: [Metric]

  /// An experiment with its result, and with its runs' steps and samples if the format can hold them. Only formats of
  /// tables hold a result without verdicts.
  func exported(
    _ reference: String, as format: ExportFormat, isStrict: Bool
  ) throws -> ExportedExperiment {
    let analysis = try analysis(of: reference)
    let isWhole = builds.isEmpty && stories.isEmpty && metrics.isEmpty
    let purpose = analysis.experiment.decision?.purpose
    let hasVerdicts = purpose != .qualification && purpose != .explanation
    let isJudged =
      purpose != nil && isWhole && !format.traits.contains(.profiles)
      && (hasVerdicts || format == .markdown || format == .githubSummary)
    let detailed = ExperimentAnalysis(
      analysis.experiment, runs: try detailed(analysis, as: format, isJudged: isJudged))
    let result = isJudged ? try StoredResult(detailed, in: store) : nil
    return ExportedExperiment(
      detailed, judgement: result?.judgement, result: result, isStrict: isStrict,
      metrics: metrics.isEmpty ? nil : metrics)
  }

  /// An experiment's runs with what the format can hold; steps are judged, too.
  private func detailed(
    _ analysis: ExperimentAnalysis, as format: ExportFormat, isJudged: Bool
  ) throws -> [Run] {
    if format.traits.contains(.samples) { return try analysis.allRuns.map(store.details) }
    if format.traits.contains(.profiles) {
      return try store.withProfiles(analysis).runs
    }
    guard isJudged || format.traits.contains(.steps) else { return analysis.allRuns }
    return try store.withSteps(analysis.allRuns, of: analysis.experiment.number ?? 0)
  }

  /// The experiments with these names; without names, those of the latest one's scenario. The others of that are told.
  func history(_ references: [String]) throws -> [ExportedExperiment] {
    guard references.isEmpty else {
      return try references.map { ExportedExperiment(try analysis(of: $0)) }
    }
    let outlines = try store.outlines()
    let selection = try HistorySelection(
      of: outlines.filter { !$0.isOfPairs }, scenario: nil, pattern: nil, last: nil, in: store)
    let latest = selection.experiments.last?.number
    let subject = outlines.first { $0.number == latest }?.subject
    HistoryText.leftOut(
      comparisons: 0, others: selection.earlierExperiments, remedy: "name those to write"
    ).map { Console.warn("note: \($0)") }
    if outlines.contains(where: { $0.isOfPairs && $0.subject == subject }) {
      Console.warn("note: Comparisons are left out: runs in pairs share a CPU.")
    }
    return try selection.experiments.map { ExportedExperiment(try analysis(of: $0)) }
  }

  /// An experiment by the name that the user gives.
  func analysis(of reference: String) throws -> ExperimentAnalysis {
    try analysis(of: try store.experiment(reference))
  }

  private func analysis(of experiment: Experiment) throws -> ExperimentAnalysis {
    var experiment = experiment
    let runs = try store.runs(of: experiment.number ?? 0)
    try Refusal.check(
      builds, as: "build", in: "The experiment", known: experiment.builds.map(\.name))
    try Refusal.check(
      stories, as: "story", in: "The experiment", known: experiment.stories.map(\.name))
    if !builds.isEmpty { experiment.builds.removeAll { !builds.contains($0.name) } }
    if !stories.isEmpty { experiment.stories.removeAll { !stories.contains($0.name) } }
    let chosen = runs.filter { run in
      (builds.isEmpty || builds.contains(run.build))
        && (stories.isEmpty || stories.contains(run.story))
    }
    return ExperimentAnalysis(experiment, runs: chosen.map(self.chosen))
  }

  private func chosen(_ run: Run) -> Run {
    guard !metrics.isEmpty else { return run }
    var run = run
    run.measurements = run.measurements.filter { metrics.contains($0.key) }
    return run
  }
}
