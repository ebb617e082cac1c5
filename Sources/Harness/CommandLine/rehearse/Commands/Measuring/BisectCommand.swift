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
    result.arrangementsApart.forEach { Console.warn("note: \($0.description)") }
    if !outputOptions.json { try print(result) }
    let explanation = try await explanation(of: result, in: store)
    if outputOptions.json {
      try outputOptions.console.print(
        json: BisectionDocument(result, explanations: explanation?.documents))
    }
    try max(result.outcome, explanation?.outcome ?? .passed).exit()
  }

  /// Explains the found commit, in a separate call, so that it can be resumed without the search.
  private func explanation(
    of result: BisectionResult, in store: ResultStore
  ) async throws -> (outcome: Outcome, documents: [ExplanationDocument])? {
    guard explain else { return nil }
    let experiment = result.analysis.experiment
    guard let culprit = experiment.decision?.culprit else {
      Console.warn("note: \(Refusal.noCulprit(experiment).description)")
      return nil
    }
    var words = [
      "explain", scenario, "--against", culprit.parent, "--at", culprit.commit, "--story",
      culprit.story, "--metric", metric, "--store", storeOptions.store,
    ]
    if let build { words += ["--build", build] }
    if let seed = pairing.seed { words += ["--seed", "\(seed)"] }
    if pairing.quiet { words.append("--quiet") }
    if outputOptions.json { words.append("--json") }
    let known = try store.experiments()
    let earlier = known.filter { isExplanation($0, of: experiment) }
    let finished = earlier.first { $0.completedAt != nil }
    let begun = (finished ?? earlier.first)?.invocation
    guard var command = try Rehearse.parseAsRoot(begun?.arguments ?? words) as? ExplainCommand
    else { return nil }
    // It may have been begun in another folder, for another output, and the store have moved since.
    command.subject = scenario
    (command.storeOptions, command.outputOptions) = (storeOptions, outputOptions)
    let analyses: [ExperimentAnalysis]
    if let finished {
      Console.warn(
        "note: Experiment \(finished.number ?? 0) explains the commit already: it is concluded again, "
          + "and nothing more is measured.")
      let runs = try store.runsWithSteps(of: finished)
      analyses = [try store.withProfiles(ExperimentAnalysis(finished, runs: runs))]
    } else {
      let call = begun.map { SessionCall(of: $0, among: known) } ?? SessionCall(words)
      analyses = try await command.explain(call)
    }
    let outcome = analyses.map(\.outcome).max() ?? .passed
    if outputOptions.json, outcome != .interrupted {
      return (outcome, try command.documents(analyses))
    }
    try command.print(analyses)
    return (outcome, [])
  }

  /// Returns whether an experiment explains what a search found, on the build that was searched, which only its
  /// options name.
  private func isExplanation(_ experiment: Experiment, of search: Experiment) -> Bool {
    guard let metric = Metric.named(metric), experiment.explains(search, in: metric),
      let words = experiment.invocation?.arguments,
      let command = (try? Rehearse.parseAsRoot(words)) as? ExplainCommand
    else { return false }
    // Another comparison that it explained may be of another build.
    return command.at != nil && command.build == build
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
