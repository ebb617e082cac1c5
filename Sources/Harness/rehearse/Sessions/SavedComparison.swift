import Analysis
import DriverProtocol
import Store
import Metrics
import Recording
import Scenarios
import SystemPackage

/// Holds one build against a saved baseline.
struct SavedComparison {
  /// What it is for, which says whether verdicts fail.
  var purpose = Decision.Purpose.comparison
  private let name: String
  private let options: ComparisonOptions
  private let storeOptions: StoreOptions
  private let outputOptions: OutputOptions
  private let exportOptions: ExportOptions

  init(
    _ name: String, options: ComparisonOptions, storeOptions: StoreOptions,
    outputOptions: OutputOptions, exportOptions: ExportOptions
  ) {
    self.exportOptions = exportOptions
    self.name = name
    self.options = options
    self.storeOptions = storeOptions
    self.outputOptions = outputOptions
  }

  /// Measures what a scenario file names, or takes a stored experiment, and judges it.
  func run(_ subject: String, _ call: MeasuringCall) async throws -> ExitStatus {
    if let saved = call.experiment()?.decision?.saved {
      return try await measure(subject, against: saved.baseline, call)
    }
    let baseline: Baseline
    do throws(BaselineError) {
      baseline = try options.baselineOptions.baselines.baseline(name)
    } catch {
      throw SavedBaseline.ending(error)
    }
    if subject.isScenarioFile { return try await measure(subject, against: baseline, call) }
    return try take(subject, against: baseline)
  }

  private func measure(
    _ path: String, against baseline: Baseline, _ call: MeasuringCall
  ) async throws -> ExitStatus {
    let file = try ScenarioFile(path).selecting(options.story, [])
    try check(file.scenario, against: baseline)
    let session = try LoneSession(
      file, build: options.build, name: options.name ?? "\(file.scenario.name)-check",
      quiet: options.quiet, store: try storeOptions.open())
    // An hour of measuring should not end in what is known before it.
    try refuse(session.machine.differences(from: baseline.environment).map(\.description))
    var selected = baseline
    if let stories = file.selectedStories {
      selected.stories.removeAll { !stories.contains($0.name) }
    }
    let analysis = try await session.measure(
      try plan(file.scenario, selected),
      deciding: decision(on: session.build.name, against: selected), in: call)
    if analysis.experiment.completedAt == nil {
      storeOptions.tellOfInterruption(analysis)
      return .interrupted
    }
    return try conclude(analysis, of: file.path)
  }

  private func take(_ reference: String, against baseline: Baseline) throws -> ExitStatus {
    if !options.story.isEmpty {
      throw Refusal.because("--story needs a scenario file; a stored experiment is taken whole.")
    }
    let store = try storeOptions.openExisting()
    var experiment = try store.experiment(reference)
    let build = options.build ?? experiment.builds.first?.name ?? ""
    guard experiment.builds.contains(where: { $0.name == build }) else {
      throw Refusal.unknown(
        "build", build, in: "The experiment", known: experiment.builds.map(\.name))
    }
    try check(experiment.storedScenario, against: baseline)
    let decision = decision(on: build, against: baseline)
    let analysis = try store.analysisWithSteps(of: experiment)
    if let saved = decision.saved {
      try refuse(
        StoredPair.objections(
          StoredPair.Side(saved), StoredPair.Side(analysis, build: build, named: build)))
    }
    experiment.decision = decision
    experiment.source = .stored
    return try conclude(ExperimentAnalysis(experiment, runs: analysis.runs))
  }

  private func decision(on build: String, against baseline: Baseline) -> Decision {
    let saved = Decision.Saved(name: name, baseline: baseline, isForced: options.force)
    return Decision(
      purpose: purpose, baseline: saved.side, candidate: build, rule: .standard, saved: saved)
  }

  private func check(_ scenario: Scenario, against baseline: Baseline) throws {
    guard scenario.name != baseline.scenario else { return }
    Console.warn(
      "Error: The baseline '\(name)' is of the scenario \(baseline.scenario), not of "
        + "\(scenario.name).")
    throw ExitStatus.notComparable.code
  }

  /// Ends where something speaks against a comparison that is not forced.
  private func refuse(_ objections: [String]) throws {
    if objections.isEmpty || options.force { return }
    Console.warn(
      "Error: The baseline '\(name)' is not comparable: \(objections.joined(separator: "; ")). "
        + "Save one that was measured here, or compare all the same with --force.")
    throw ExitStatus.notComparable.code
  }

  /// Runs whose figures no gate could be judged by are not made.
  private func plan(_ scenario: Scenario, _ baseline: Baseline) throws -> LonePlan {
    let gates = scenario.gates.isEmpty ? Gate.standard(against: baseline) : scenario.gates
    let areCounted =
      gates.contains(where: \.metric.isInstructionCount) || options.instructions.rounds > 0
      || baseline.has(.instructions, of: .counted)
    let isMemoryGated = gates.contains { $0.metric == .peakAnonymousMemory }
    return LonePlan(
      solo: options.force || gates.contains(where: \.isBudget) ? scenario.runs : 0,
      memory: isMemoryGated ? options.memoryRunsGiven ?? RepeatRule.runsWithoutPairs : 0,
      counted: areCounted
        ? max(options.instructions.rounds, RepeatRule.instructions.fewestRuns) : 0,
      counting: areCounted ? try options.instructions.repeatableCounting(gates: gates) : nil,
      seed: options.seed ?? UInt64.random(in: 0...UInt64(Int64.max)))
  }

  private func conclude(
    _ analysis: ExperimentAnalysis, of file: FilePath? = nil
  ) throws -> ExitStatus {
    guard let result = try ComparisonResult(analysis) else { return .toolFailed }
    if outputOptions.json {
      try outputOptions.console.print(json: [ComparisonResultDocument(result)])
    } else {
      try ComparisonPrinter(console: outputOptions.console).print(result)
    }
    return exportOptions.conclude([result], of: file)
  }
}

extension Gate {
  /// What is gated against a saved baseline where the scenario says nothing: those figures that runs
  /// repeat.
  static func standard(against baseline: Baseline) -> [Gate] {
    [Gate(metric: .peakAnonymousMemory)]
      + (baseline.has(.instructions, of: .counted) ? [Gate(metric: .instructions)] : [])
  }

  fileprivate var isBudget: Bool {
    if case .budget = limit { true } else { false }
  }
}
