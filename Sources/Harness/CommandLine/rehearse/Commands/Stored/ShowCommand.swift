import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Metrics
import Recording
import Reports
import Store
import Tables

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an experiment: its overview, a metric's statistics, a story's runs, one run.",
    discussion: """
      Exit status: 0 shown, whatever it came to, 1 Rehearse failed, 5 parts of several machines are \
      missing, so nothing is decided, 64 wrong usage.
      """)

  @Argument(help: "The experiment: its number, its name, or 'latest'.")
  var experiment = "latest"

  @Option(help: "The fourteen statistics of this metric; can be repeated.")
  var metric: [String] = []

  @Flag(help: "Every metric: its unit, where its measurements come from, how far off they can be.")
  var metrics = false

  @Flag(help: "The files that both sides of a comparison read, by story.")
  var inputs = false

  @Option(help: "The runs of this story, one row each.")
  var story: String?

  @Option(
    name: .customLong("run"),
    help: "With --story: the steps of the run with this number; in a comparison it is the pair's.")
  var round: Int?

  @Flag(help: "With --run: the run with this number that counted instructions.")
  var counted = false

  @Flag(help: "With --run: the run with this number that counted allocations.")
  var allocations = false

  @Option(help: "With --run: the build. Default: the first.")
  var build: String?

  @Option(
    name: .customLong("try"),
    help: "With --run: which try of a repeated run. Default: the one that counts.")
  var attempt: Int?

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if round != nil, story == nil { throw ValidationError("--run needs --story.") }
    if counted, round == nil { throw ValidationError("--counted needs --run.") }
    if allocations, round == nil { throw ValidationError("--allocations needs --run.") }
    if counted, allocations {
      throw ValidationError("--counted and --allocations are of different runs; give one.")
    }
    if build != nil, round == nil { throw ValidationError("--build needs --run.") }
    if attempt != nil, round == nil { throw ValidationError("--try needs --run.") }
    if [story != nil, !metric.isEmpty, metrics, inputs].count(where: { $0 }) > 1 {
      throw ValidationError(
        "--metric, --metrics, --inputs and --story show different things; give one of them.")
    }
    for name in metric { _ = try MetricName.checked(name) }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(self.experiment)
    if inputs { return try show(store.inputs(of: experiment.number ?? 0), of: experiment) }
    if story == nil, !metrics, metric.isEmpty {
      try show(StoredResult(of: experiment, in: store))
      // If a part is missing there is no outcome yet, whatever else exists.
      if experiment.partition?.missingWords != nil { try Outcome.notComparable.exit() }
      return
    }
    let analysis = ExperimentAnalysis(experiment, runs: try store.runs(of: experiment.number ?? 0))
    if let story {
      try Refusal.check([story], as: "story", in: "The experiment", known: analysis.stories)
      if let round {
        try show(store.details(of: self.run(round, of: story, analysis)), of: analysis)
      } else {
        try show(story, analysis)
      }
    } else if metrics {
      try showMetrics(analysis)
    } else {
      try showStatistics(analysis)
    }
  }

  private func run(_ round: Int, of story: String, _ analysis: ExperimentAnalysis) throws -> Run {
    if let build, !analysis.builds.contains(build) {
      throw Refusal.unknown("build", build, in: "The experiment", known: analysis.builds)
    }
    let build = self.build ?? analysis.builds.first ?? ""
    let candidates = attempt == nil ? analysis.runs : analysis.runs + analysis.tries.superseded
    let found = candidates.filter {
      $0.story == story && $0.round == round && $0.build == build
        && $0.attempt == attempt ?? $0.attempt && ($0.kind == .counted) == counted
        && ($0.kind == .allocations) == allocations
    }
    // Pairs, the control and the runs for memory alone each begin at 1; a comparison is about its pairs.
    let ofPair = found.first { $0.arrangement != nil && $0.kind != .control }
    guard let run = ofPair ?? found.first else {
      throw Refusal.noRun(
        round, attempt: attempt, of: story, on: build, counted: counted || allocations)
    }
    return run
  }
}

/// The output for the chosen view.
extension ShowCommand {
  private var console: Console { outputOptions.console }

  private func show(_ result: StoredResult) throws {
    if outputOptions.json { return try console.print(json: result.document) }
    switch result {
    case .measurements(let analysis): try showOverview(analysis)
    case .comparison(let result): try ComparisonPrinter(console: console).print(result)
    case .qualification(let result): try QualificationPrinter(console: console).print(result)
    case .explanation(let explanations, let analysis, _):
      try ExplanationPrinter(console: console).print(explanations, of: analysis)
    }
  }

  private func showOverview(_ analysis: ExperimentAnalysis) throws {
    try ExperimentPrinter(console: console).printOverview(Report(analysis, details: { $0 }))
    try console.print()
    try console.print(try Table.builds(analysis.experiment))
    for table in [try Table.checks(analysis.experiment), try .checksByModule(analysis.experiment)] {
      if let table { try console.print(table) }
    }
    if let environment = analysis.experiment.environment {
      try console.print(try Table.environment(environment))
    }
  }

  private func show(_ inputs: [SideRecord], of experiment: Experiment) throws {
    if inputs.isEmpty { throw Refusal.noInputs(of: experiment) }
    if outputOptions.json {
      try console.print(json: inputs)
    } else {
      try console.print(try Table.inputs(inputs, experiment.decision?.inputs))
    }
  }

  func showMetrics(_ analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      try console.print(json: analysis.metrics.map { MetricDocument($0, of: analysis) })
    } else {
      try console.print(try Table.metrics(analysis))
    }
  }

  func showStatistics(_ analysis: ExperimentAnalysis) throws {
    let metrics = metric.compactMap(Metric.named)
    if outputOptions.json {
      try console.print(json: ExperimentDocument.cells(of: analysis, metrics: metrics))
      return
    }
    for metric in metrics {
      for build in analysis.builds {
        try console.print(try Table.statistics(analysis, metric: metric, build: build))
      }
      try console.print(
        analysis.experiment.meaning(of: metric, sampledEvery: analysis.samplingInterval) + "\n")
    }
  }

  func show(_ story: String, _ analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      let all = (analysis.runs + analysis.tries.superseded).filter { $0.story == story }
      try console.print(
        json: all.sorted { $0.position < $1.position }
          .map { RunDocument($0, of: analysis, withSteps: false) })
    } else {
      let runs = analysis.runs.filter { $0.story == story }
      let measured = runs.filter { !$0.kind.isCount && $0.kind != .cycles }
      let allocations = runs.filter { $0.kind == .allocations }
      let counted = runs.filter { $0.kind == .counted }
      try console.print(try Table.runs(measured, story: story, builds: analysis.builds))
      if !counted.isEmpty {
        try console.print(try Table.counts(counted, story: story, builds: analysis.builds))
      }
      if !allocations.isEmpty {
        try console.print(try Table.allocations(allocations, story: story, builds: analysis.builds))
      }
      for run in runs {
        if let cycles = try Table.cycles(run) { try console.print(cycles) }
      }
    }
  }

  func show(_ run: Run, of analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      try console.print(json: RunDocument(run, of: analysis, withSteps: true))
      return
    }
    let table =
      switch run.kind {
      case .counted: try Table.countedSteps(run)
      case .allocations: try Table.allocatedSteps(run)
      default: try Table.steps(run, layouts: analysis.experiment.layouts)
      }
    try console.print(table)
    if let interference = run.interference {
      try console.print(try Table.interference(interference, verdict: analysis.verdict(on: run)))
    }
    if let failure = run.failure {
      try console.print(try Table.failures([run]))
      try console.print(failure.standardError)
    }
  }
}
