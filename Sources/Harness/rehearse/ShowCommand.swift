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

  @Flag(help: "With --run: the run with this number that counted instructions.")
  var counted = false

  @Option(help: "The build that --run is about; the first unless told otherwise.")
  var build: String?

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if round != nil, story == nil { throw ValidationError("--run needs --story.") }
    if counted, round == nil { throw ValidationError("--counted needs --run.") }
    if build != nil, round == nil { throw ValidationError("--build needs --run.") }
    if story != nil, !metric.isEmpty {
      throw ValidationError("--metric and --story show different things; give one of them.")
    }
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
    if let story {
      let runs = try self.runs(of: story, analysis)
      if let round {
        try show(store.details(of: self.run(round, of: runs, analysis)), of: experiment)
      } else {
        try show(runs, of: story, analysis)
      }
    } else if metric.isEmpty {
      try showOverview(analysis)
    } else {
      try showStatistics(analysis)
    }
  }

  private var console: Console { outputOptions.console }

  private func showOverview(_ analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      try console.print(json: ExperimentDocument(analysis, status: analysis.exitStatus))
      return
    }
    try ExperimentPrinter(console: console).printOverview(Report(analysis, details: { $0 }))
    try console.print()
    try console.print(try Table.builds(analysis.experiment))
    if let environment = analysis.experiment.environment {
      try console.print(try Table.environment(environment))
    }
  }

  private func showStatistics(_ analysis: ExperimentAnalysis) throws {
    let metrics = metric.compactMap(Metric.named)
    if outputOptions.json {
      try console.print(json: ExperimentDocument.cells(of: analysis, metrics: metrics))
      return
    }
    for metric in metrics {
      for build in analysis.builds {
        try console.print(try Table.statistics(analysis, metric: metric, build: build))
      }
      try console.print(analysis.experiment.meaning(of: metric) + "\n")
    }
  }

  private func show(_ runs: [Run], of story: String, _ analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      try console.print(json: runs.map { RunDocument($0, withSteps: false) })
    } else {
      let measured = runs.filter { $0.kind != .counted }
      let counted = runs.filter { $0.kind == .counted }
      try console.print(try Table.runs(measured, story: story, builds: analysis.builds))
      if !counted.isEmpty {
        try console.print(try Table.counts(counted, story: story, builds: analysis.builds))
      }
    }
  }

  private func show(_ run: Run, of experiment: Experiment) throws {
    if outputOptions.json {
      try console.print(json: RunDocument(run, withSteps: true))
      return
    }
    try console.print(
      run.kind == .counted
        ? try Table.countedSteps(run) : try Table.steps(run, layouts: experiment.layouts))
    if let failure = run.failure {
      try console.print(try Table.failures([run]))
      try console.print(failure.standardError)
    }
  }

  private func runs(of story: String, _ analysis: ExperimentAnalysis) throws -> [Run] {
    guard analysis.stories.contains(story) else {
      throw Refusal.unknown("story", story, in: "The experiment", known: analysis.stories)
    }
    return analysis.runs.filter { $0.story == story }
  }

  private func run(_ round: Int, of runs: [Run], _ analysis: ExperimentAnalysis) throws -> Run {
    if let build, !analysis.builds.contains(build) {
      throw Refusal.unknown("build", build, in: "The experiment", known: analysis.builds)
    }
    let build = self.build ?? analysis.builds.first ?? ""
    let found = runs.first {
      $0.round == round && $0.build == build && ($0.kind == .counted) == counted
    }
    guard let run = found else {
      if counted {
        throw Refusal.because(
          "There is no run \(round) of '\(story ?? "")' on '\(build)' that counted instructions.")
      }
      throw Refusal.because("There is no run \(round) of '\(story ?? "")' on '\(build)'.")
    }
    return run
  }
}
