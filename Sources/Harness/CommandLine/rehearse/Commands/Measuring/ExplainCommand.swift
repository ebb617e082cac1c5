import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Metrics
import Recording
import Reports
import Running
import Scenarios
import Statistics
import Store
import Tables

struct ExplainCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Find the functions that account for a change of CPU time, of waiting, or of what is allocated.",
    discussion: """
      'rehearse explain' takes the stories whose CPU time changed in the last comparison, or in the one \
      that you name, makes both builds again, and repeats the stories in pairs. Meanwhile perf looks 10,000 \
      times a second where each side is. Every function then has a difference with an interval; at most one \
      explanation in a hundred shows any change without cause, over all its functions and stories. With \
      Valgrind, and a driver that counts (those of DriverKit and of the kit for Objective-C do), each \
      function's calls and instructions are counted as well. That distinguishes more calls from costlier \
      ones, and both from the same work that takes longer. Time that only moved from one function to \
      another is reported as moved.

      'rehearse explain scenario.yml' explains the differences between a scenario's builds; with --against \
      between the files as they are now and a revision, with --at as well between two revisions; with \
      --itself between a build and its copy, which shows what the profiler makes of no difference. Given a \
      search by 'rehearse bisect', it explains the commit that was found.

      'rehearse explain --metric off-cpu-time' finds where threads wait, and for what: a lock, a timer, a pipe, a \
      socket, a disk. Pairs are made one after the other then. The time is that of all threads together. A wait \
      counts if it begins and ends within one step, so threads that wait for work do not. How often a function \
      waits is tested, too, so more waits are found even if the time of each varies. Time in the run queue, when \
      a thread was ready but had no CPU, is reported apart.

      'rehearse explain --metric allocations' finds what allocates: three runs of each side record the \
      calls that lead to each block, and counts that repeat are compared exactly, also by the types of \
      Swift objects. The same goes for allocated-bytes, live-blocks and live-bytes (what a story holds at \
      its end), and retained-blocks and retained-bytes (what a cycle leaves behind). With --alone one build \
      is measured by itself.

      If the files are no longer those of the commit that the comparison measured, that commit is built.

      Exit status: 0 explained, even if calls could not be counted, 1 Rehearse failed, for example without \
      perf, 3 a run crashed, hung or led to a wrong outcome, or a revision did not build, 5 no change is \
      shown that could be explained, too little was measured to explain any story, or the files are no longer \
      what was measured, 64 wrong usage, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "A comparison's number or name, or a scenario file. Default: the last comparison.",
      valueName: "what"))
  var subject: String?

  @Option(help: ArgumentHelp("Only this story (and those before it); can be repeated."))
  var story: [String] = []

  @Option(
    help: ArgumentHelp(
      "What to explain: cpu-time, off-cpu-time, or a metric of what is allocated: \(Self.allocating). Default: "
        + "cpu-time, or what a commit was searched by.",
      valueName: "metric"))
  var metric: String?

  @Option(
    help: ArgumentHelp(
      "Pairs of each story for times. Default: 20. Fewer than 8 show nothing of one story, fewer than 9 "
        + "nothing of two."))
  var pairs: Int?

  @Option(
    help: ArgumentHelp(
      "Finish after about this time, builds and counting included, as in 10min, by making fewer pairs.",
      valueName: "time"))
  var maxTime: String?

  @Option(
    help: ArgumentHelp(
      "With a scenario file: compare the files as they are now with this revision.",
      valueName: "revision"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "With --against: explain this revision instead of the files as they are now.",
      valueName: "revision"))
  var at: String?

  @Option(help: "With a scenario file: the build to compare against. Default: the first.")
  var baseline: String?

  @Option(help: "With a scenario file: a build to explain; can be repeated. Default: all others.")
  var candidate: [String] = []

  @Option(help: "With --against, --itself or --alone: the build. Default: the first.")
  var build: String?

  @Flag(help: "With a scenario file: compare a build with a copy of itself.")
  var itself = false

  @Flag(
    help: "With a scenario file and a --metric of what is allocated: measure one build by itself.")
  var alone = false

  @Flag(help: "Don't count calls and instructions; counting takes some minutes a story.")
  var noCounts = false

  @OptionGroup var pairing: PairingOptions

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    _ = try explained
    try TimeLimit.checked(maxTime)
    let explainsTime = try explained.isExplainedByProfiles
    if !explainsTime, pairs != nil {
      throw ValidationError("--pairs is for times; what is allocated is counted three times.")
    }
    if explainsTime, alone {
      throw ValidationError("--alone needs a --metric of what is allocated: \(Self.allocating).")
    }
    try RunLimits.check(
      "--pairs", pairs ?? ExplanationSession.usualPairs,
      from: SignFlipFamily.fewestPairs(alpha: Explanation.alpha),
      to: RunLimits.rounds)
    let isScenario = subject?.isScenarioFile ?? false
    let sides = [
      ("--against", against != nil), ("--baseline", baseline != nil),
      ("--candidate", !candidate.isEmpty),
    ]
    let ofScenarios =
      sides + [
        ("--build", build != nil), ("--itself", itself), ("--at", at != nil), ("--alone", alone),
      ]
    if !isScenario, let option = ofScenarios.first(where: \.1) {
      throw ValidationError(
        "\(option.0) needs a scenario file; a comparison keeps the sides that it had.")
    }
    if sides.count(where: \.1) > 1, against != nil {
      throw ValidationError("--against can't be combined with --baseline or --candidate.")
    }
    if itself, sides.contains(where: \.1) {
      throw ValidationError("--itself compares a build with its copy, and with nothing else.")
    }
    if alone, itself || sides.contains(where: \.1) {
      throw ValidationError("--alone measures one build, and compares it with nothing.")
    }
    if build != nil, against == nil, !itself, !alone {
      throw ValidationError("--build needs --against, --itself or --alone.")
    }
    if let at {
      guard let against else { throw ValidationError("--at needs --against.") }
      if at == against {
        throw ValidationError(
          "--against and --at are both '\(at)'; --itself compares a build with its copy.")
      }
    }
  }

  func measure(_ call: SessionCall) async throws {
    let analyses = try await explain(call)
    let explanations = try print(analyses)
    let isAnyExplained = explanations.contains { $0.explanation != nil }
    let outcome = analyses.map(\.outcome).max() ?? .passed
    try (outcome == .passed && !isAnyExplained ? .notComparable : outcome).exit()
  }

  /// Measures, and prints nothing.
  func explain(_ call: SessionCall) async throws -> [ExperimentAnalysis] {
    let store =
      try subject?.isScenarioFile ?? false ? storeOptions.open() : storeOptions.openExisting()
    let (file, sides, comparison) = try subjects(store)
    var settings = ComparisonSettings(
      pairs: pairs ?? ExplanationSession.usualPairs,
      timeLimit: try TimeLimit.checked(maxTime), memoryRuns: 0, checksLayout: !noCounts,
      usesProof: false, seed: pairing.seed, name: pairing.name)
    settings.explained = try explained(of: comparison)
    let session = ExplanationSession(
      file, sides, settings, store: store, try .ofThisMachine(quiet: pairing.quiet))
    return try await session.carryOut(in: call, explaining: comparison)
  }

  private static let allocating = Metric.allocating.map(\.id).joined(separator: ", ")

  /// The metric to explain.
  /// - Throws: `ValidationError` if it can't be explained.
  private var explained: Metric {
    get throws {
      guard let metric else { return .cpuTime }
      if let found = Metric.explainable.first(where: { $0.id == metric }) { return found }
      if Metric.named(metric)?.isOfElapsedTime == true {
        throw ValidationError(
          "--metric is '\(metric)', which is explained in two parts: cpu-time names what works longer, "
            + "off-cpu-time what waits longer.")
      }
      let names = Metric.explainable.map(\.id).joined(separator: ", ")
      throw ValidationError(
        Metric.named(metric) == nil
          ? "--metric: there is no metric '\(metric)'; allowed: \(names)."
          : "--metric is '\(metric)', which can't be explained; allowed: \(names).")
    }
  }

  /// The metric to explain: the one that is given, else the one by which a commit was searched.
  private func explained(of comparison: ExplainableComparison?) throws -> Metric {
    guard metric == nil, let words = comparison?.invocation.arguments,
      let search = try Rehearse.parseAsRoot(words) as? BisectCommand
    else { return try explained }
    return Metric.explainable.first { $0.id == search.metric } ?? .cpuTime
  }

  private func subjects(
    _ store: ResultStore
  ) throws -> (ScenarioFile, ExplanationSession.Sides, ExplainableComparison?) {
    if let path = subject, path.isScenarioFile {
      let file = try ScenarioFile(path).selecting(story, [])
      if itself { return (file, .copies(of: build), nil) }
      if alone { return (file, .alone(build), nil) }
      return (file, .comparison(choice), nil)
    }
    let comparison = try ExplainableComparison(subject, metric: explained, in: store)
    let stories = story.isEmpty ? comparison.stories : story
    if stories.isEmpty { throw Refusal.nothingChanged(comparison.experiment, in: try explained) }
    let file = try ScenarioFile(comparison.invocation.scenario).selecting(stories, [])
    return (file, .comparison(try choice(of: comparison)), comparison)
  }

  /// The sides of a scenario file, from the options.
  private var choice: ComparisonChoice {
    switch (against, at) {
    case (let against?, let at?): .revisions(baseline: against, candidate: at, build: build)
    case (let against?, nil): .revision(against, build: build)
    case (nil, _): .builds(baseline: baseline, candidates: candidate)
    }
  }

  /// The sides of a stored comparison, as its call named them; a branch stays at its commit of that time.
  private func choice(of comparison: ExplainableComparison) throws -> ComparisonChoice {
    let command = try Rehearse.parseAsRoot(comparison.invocation.arguments)
    if let search = command as? BisectCommand {
      guard let culprit = comparison.experiment.decision?.culprit else {
        throw Refusal.noCulprit(comparison.experiment)
      }
      return .revisions(baseline: culprit.parent, candidate: culprit.commit, build: search.build)
    }
    let options = (command as? CheckCommand)?.options ?? (command as? CompareCommand)?.options
    guard let decision = comparison.experiment.decision, let options else {
      throw Refusal.nothingChanged(comparison.experiment)
    }
    if options.anchor != nil { return try options.choice }
    guard let named = options.named else {
      return .builds(baseline: decision.baseline, candidates: [decision.candidate])
    }
    return .revision(comparison.experiment.baselineRevision?.commit ?? named, build: options.build)
  }

  /// Prints the explanations of all stories, and returns them; none after an interruption.
  @discardableResult
  func print(_ analyses: [ExperimentAnalysis]) throws -> [StoryExplanation] {
    if let interrupted = analyses.first(where: { $0.outcome == .interrupted }) {
      storeOptions.tellOfInterruption(interrupted)
      return []
    }
    let console = outputOptions.console
    var all: [StoryExplanation] = []
    var documents: [ExplanationDocument] = []
    for analysis in analyses {
      let explanations = try analysis.explanations
      all += explanations
      if outputOptions.json {
        documents += Self.documents(explanations, of: analysis)
      } else {
        try ExplanationPrinter(console: console).print(explanations, of: analysis)
      }
    }
    if outputOptions.json { try console.print(json: documents) }
    return all
  }

  func documents(_ analyses: [ExperimentAnalysis]) throws -> [ExplanationDocument] {
    try analyses.flatMap { Self.documents(try $0.explanations, of: $0) }
  }

  private static func documents(
    _ explanations: [StoryExplanation], of analysis: ExperimentAnalysis
  ) -> [ExplanationDocument] {
    guard let decision = analysis.experiment.decision else { return [] }
    return explanations.map { ExplanationDocument($0, of: decision) }
  }
}
