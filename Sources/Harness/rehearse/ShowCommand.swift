import Analysis
import ArgumentParser
import Recording
import ResultStore

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an experiment: its overview, a metric's statistics, a story's runs, one run.")

  @OptionGroup var reference: ExperimentArgument

  @Option(help: "The fourteen statistics of this metric; can be repeated.")
  var metric: [String] = []

  @Flag(help: "Every metric: its unit, where its figures come from, how far off they can be.")
  var metrics = false

  @Option(help: "The runs of this story, one row each.")
  var story: String?

  @Option(name: .customLong("run"), help: "With --story: the steps of the run with this number.")
  var round: Int?

  @Flag(help: "With --run: the run with this number that counted instructions.")
  var counted = false

  @Option(help: "The build that --run is about; the first unless told otherwise.")
  var build: String?

  @Option(
    name: .customLong("try"),
    help: "With --run: this try of a run that was made again; the one that counts unless told.")
  var attempt: Int?

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if round != nil, story == nil { throw ValidationError("--run needs --story.") }
    if counted, round == nil { throw ValidationError("--counted needs --run.") }
    if build != nil, round == nil { throw ValidationError("--build needs --run.") }
    if attempt != nil, round == nil { throw ValidationError("--try needs --run.") }
    if [story != nil, !metric.isEmpty, metrics].count(where: { $0 }) > 1 {
      throw ValidationError(
        "--metric, --metrics and --story show different things; give one of them.")
    }
    for name in metric { _ = try MetricName.checked(name) }
  }

  func run() throws {
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(reference.experiment)
    let analysis = ExperimentAnalysis(
      experiment, runs: try store.runs(of: experiment.number ?? 0))
    if let story {
      try check(story, analysis)
      if let round {
        try show(store.details(of: self.run(round, of: story, analysis)), of: analysis)
      } else {
        try show(story, analysis)
      }
    } else if metrics {
      try showMetrics(analysis)
    } else if metric.isEmpty {
      try showOverview(analysis, store)
    } else {
      try showStatistics(analysis)
    }
  }

  private func check(_ story: String, _ analysis: ExperimentAnalysis) throws {
    guard analysis.stories.contains(story) else {
      throw Refusal.unknown("story", story, in: "The experiment", known: analysis.stories)
    }
  }

  private func run(
    _ round: Int, of story: String, _ analysis: ExperimentAnalysis
  ) throws -> Run {
    if let build, !analysis.builds.contains(build) {
      throw Refusal.unknown("build", build, in: "The experiment", known: analysis.builds)
    }
    let build = self.build ?? analysis.builds.first ?? ""
    let candidates = attempt == nil ? analysis.runs : analysis.runs + analysis.tries.superseded
    let found = candidates.first {
      $0.story == story && $0.round == round && $0.build == build
        && $0.attempt == attempt ?? $0.attempt && ($0.kind == .counted) == counted
    }
    guard let run = found else {
      let words = attempt.map { ", try \($0)," } ?? ""
      let purpose = counted ? " that counted instructions" : ""
      throw Refusal.because(
        "There is no run \(round)\(words) of '\(story)' on '\(build)'\(purpose).")
    }
    return run
  }
}
