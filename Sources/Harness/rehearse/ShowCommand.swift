import Analysis
import ArgumentParser
import MetricCatalog
import Publishing
import Recording
import Reporting
import ResultStore
import Scenarios

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an experiment: its overview, a metric's statistics, a story's runs, one run.")

  @OptionGroup var reference: ExperimentArgument

  @Option(help: "The fourteen statistics of this metric; can be repeated.")
  var metric: [String] = []

  @Option(help: "The runs of this story, one row each.")
  var story: String?

  @Option(name: .customLong("run"), help: "With --story: the steps of the run with this number.")
  var round: Int?

  @Option(help: "The build that --run is about; the first unless told otherwise.")
  var build: String?

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if round != nil, story == nil { throw ValidationError("--run needs --story.") }
    for name in metric where Metric.named(name) == nil {
      let known = Metric.all.map(\.id)
      let near = NearestName.of(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError(
        "There is no metric '\(name)'; allowed: \(known.joined(separator: ", ")).\(near)")
    }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(reference.experiment)
    let analysis = ExperimentAnalysis(
      experiment, runs: try store.runs(of: experiment.number ?? 0))
    let console = outputOptions.console
    if outputOptions.json {
      try console.print(json: ExperimentDocument(analysis, status: analysis.exitStatus))
    } else if let story {
      try show(story, analysis, store)
    } else if !metric.isEmpty {
      for metric in metric.compactMap(Metric.named) {
        for build in analysis.builds {
          console.print(try Table.statistics(analysis, metric: metric, build: build))
        }
        console.print(experiment.meaning(of: metric) + "\n")
      }
    } else {
      try ExperimentPrinter(console: console).printOverview(
        Report(analysis, details: { $0 }))
      console.print()
      console.print(try Table.builds(experiment))
    }
  }

  private func show(_ story: String, _ analysis: ExperimentAnalysis, _ store: ResultStore) throws {
    let runs = analysis.runs.filter { $0.story == story }
    guard !runs.isEmpty else {
      throw unknown("story", story, among: analysis.stories)
    }
    guard let round else {
      outputOptions.console.print(
        try Table.runs(runs, story: story, builds: analysis.builds))
      return
    }
    if let build, !analysis.builds.contains(build) {
      throw unknown("build", build, among: analysis.builds)
    }
    let build = self.build ?? analysis.builds.first
    guard let run = runs.first(where: { $0.round == round && $0.build == build }) else {
      throw ValidationError("There is no run \(round) of '\(story)' on '\(build ?? "")'.")
    }
    outputOptions.console.print(try Table.steps(store.details(of: run)))
    if let failure = run.failure {
      outputOptions.console.print(try Table.failures([run]))
      outputOptions.console.print(failure.standardError)
    }
  }

  private func unknown(_ what: String, _ name: String, among known: [String]) -> ValidationError {
    let near = NearestName.of(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return ValidationError(
      "The experiment has no \(what) '\(name)'; it has \(known.joined(separator: ", ")).\(near)")
  }
}
