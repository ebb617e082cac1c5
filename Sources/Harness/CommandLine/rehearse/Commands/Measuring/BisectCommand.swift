import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Metrics
import Recording
import Reports
import Running
import Scenarios
import Store
import Tables

struct BisectCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the commit that changed what a story costs.",
    discussion: """
      Measures both ends of a history in pairs. If they differ, it measures commits between them against \
      the good end. Each pair updates how probably each commit made the change; what is measured next is \
      what tells most for its time. The search ends when one commit is as probable as '--probability' says. \
      It also says if two commits made the change, if it crept in over many, or if some can't be told \
      apart. Merges are searched with all their branches. A commit that does not build, or fails, is \
      skipped.

      GOOD is the older end, whichever is faster: the commit of an improvement is found as well. The \
      scenario is read from the work tree. 'rehearse resume' continues an interrupted search. --explain \
      then compares the commit with the one before it under perf, as 'rehearse explain' does, and names the \
      functions that account for the change.

      Exit status: 0 the commit is named, or both are, 1 Rehearse failed, 3 an end does not build or fails, \
      4 no single commit can be named, 5 the ends don't differ, 64 wrong usage, such as ends that are no \
      history, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("The older end: a branch, tag or commit.", valueName: "good"))
  var good: String

  @Argument(help: ArgumentHelp("The newer end.", valueName: "bad"))
  var bad: String

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var scenario: String

  @Option(
    help: ArgumentHelp(
      "Only this story (and those before it); can be repeated. Default: the one whose change is surest."
    ))
  var story: [String] = []

  @Option(help: "The metric that changed.")
  var metric = Metric.cpuTime.id

  @Option(help: "How probable a commit has to be before it is named, from 0.5 to 0.9999.")
  var probability = 0.99

  @Option(help: "The build to measure. Default: the first.")
  var build: String?

  @Option(
    help: ArgumentHelp(
      "Begin no more measurements after about this time, as in 10min; what is known by then is printed.",
      valueName: "time"))
  var maxTime: String?

  @Option(
    help: ArgumentHelp(
      "Search even if both ends share this file or folder, though each should have its own; can be repeated.",
      valueName: "path"))
  var allowShared: [String] = []

  @Flag(help: "Then explain the commit: which functions account for the change of the metric.")
  var explain = false

  @OptionGroup var pairing: PairingOptions

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    guard (0.5...0.9999).contains(probability) else {
      throw ValidationError("--probability is \(probability); allowed: 0.5 to 0.9999.")
    }
    if explain, !Metric.explainable.map(\.id).contains(metric) {
      let known = Metric.explainable.filter(RunKind.solo.gives).map(\.id)
      throw ValidationError(
        "'\(metric)' can't be explained. Leave --explain out, or search by one of these: "
          + known.joined(separator: ", ") + ".")
    }
    try TimeLimit.checked(maxTime)
  }

  func measure(_ call: SessionCall) async throws {
    guard let metric = Metric.named(metric) else {
      throw Refusal.unknown("metric", metric, in: "Rehearse", known: Metric.all.map(\.id))
    }
    let file = try ScenarioFile(scenario).selecting(story, [])
    let equipment = try Equipment.ofThisMachine(quiet: pairing.quiet)
    if explain { try equipment.requireProfiler(for: metric) }
    var settings = BisectionSettings(metric: metric, seed: pairing.seed)
    (settings.probability, settings.build, settings.name) = (probability, build, pairing.name)
    settings.timeLimit = try TimeLimit.checked(maxTime)
    settings.allowedShared = allowShared
    let store = try storeOptions.open()
    let session = try BisectionSession(
      file, good: good, bad: bad, settings, store: store, equipment)
    let result = try await session.carryOut(in: call)
    if result.isInterrupted {
      storeOptions.tellOfInterruption(result.analysis)
      return try result.outcome.exit()
    }
    if !outputOptions.json { try print(result) }
    let explanation = try await explanation(of: result, call, in: store)
    if outputOptions.json {
      try outputOptions.console.print(
        json: BisectionDocument(result, explanations: explanation?.documents))
    }
    try max(result.outcome, explanation?.outcome ?? .passed).exit()
  }

  /// Explains the found commit, in a separate call, so that it can be resumed without the search.
  private func explanation(
    of result: BisectionResult, _ search: SessionCall, in store: ResultStore
  ) async throws -> (outcome: Outcome, documents: [ExplanationDocument])? {
    guard explain else { return nil }
    let experiment = result.analysis.experiment
    guard let culprit = experiment.decision?.culprit else {
      Console.warn("note: \(Refusal.noCulprit(experiment).description)")
      return nil
    }
    var words = [
      "explain", scenario, "--against", culprit.parent, "--at", culprit.commit, "--story",
      culprit.story, "--metric", metric,
    ]
    if let build { words += ["--build", build] }
    if let seed = pairing.seed { words += ["--seed", "\(seed)"] }
    if pairing.quiet { words.append("--quiet") }
    if outputOptions.json { words.append("--json") }
    let earlier = try explanation(by: words, after: search, in: store)
    words += ["--store", storeOptions.store]
    guard let command = try Rehearse.parseAsRoot(words) as? ExplainCommand else { return nil }
    let analyses: [ExperimentAnalysis]
    if let earlier, earlier.experiment.completedAt != nil {
      analyses = [try stored(earlier.experiment, in: store)]
    } else {
      analyses = try await command.explain(earlier?.call ?? SessionCall(words))
    }
    let outcome = analyses.map(\.outcome).max() ?? .passed
    if outputOptions.json, outcome != .interrupted {
      return (outcome, try command.documents(analyses))
    }
    try command.print(analyses)
    return (outcome, [])
  }

  /// The explanation that an earlier call of a search made, and its call; nil if there is none, or if the search is
  /// new. `words` are its command line up to its store, which 'resume' may name by another path.
  private func explanation(
    by words: [String], after search: SessionCall, in store: ResultStore
  ) throws -> (experiment: Experiment, call: SessionCall)? {
    guard let own = search.experiment()?.number else { return nil }
    let known = try store.experiments()
    for experiment in known {
      guard let number = experiment.number, number > own, let invocation = experiment.invocation,
        Array(invocation.arguments.dropLast(2)) == words
      else { continue }
      return (experiment, SessionCall(of: invocation, among: known))
    }
    return nil
  }

  /// A finished explanation, with its profiles.
  private func stored(
    _ experiment: Experiment, in store: ResultStore
  ) throws -> ExperimentAnalysis {
    let number = experiment.number ?? 0
    Console.warn(
      "note: Experiment \(number) explains the commit already: it is concluded again, and nothing more is "
        + "measured.")
    let runs = try store.withProfiles(store.runsWithSteps(of: experiment), of: number)
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private func print(_ result: BisectionResult) throws {
    let console = outputOptions.console
    try console.printHead(of: result.analysis.experiment)
    if result.finding == nil || result.ends.count > 1 { try console.print(try Table.ends(result)) }
    if result.finding != nil { try console.print(try Table.bisection(result)) }
    for sentence in Headline.sentences(result, in: storeOptions.argument) {
      try console.print(sentence: sentence)
    }
  }
}
