import Analysis
import Comparing
import DriverProtocol
import Importing
import MetricCatalog
import Recording
import ResultStore
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
  func run(_ subject: String) async throws -> ExitStatus {
    let baseline: Baseline
    do throws(BaselineError) {
      baseline = try options.baselineOptions.baselines.baseline(name)
    } catch {
      throw SavedBaseline.ending(error)
    }
    if subject.isScenarioFile { return try await measure(subject, against: baseline) }
    return try take(subject, against: baseline)
  }

  private func measure(_ path: String, against baseline: Baseline) async throws -> ExitStatus {
    let file = try ScenarioFile(path).selecting(options.story, [])
    try check(file.scenario, against: baseline)
    let session = try LoneSession(
      file, build: options.build, name: options.name ?? "\(file.scenario.name)-check",
      quiet: options.quiet, store: try storeOptions.open())
    // An hour of measuring should not end in what is known before it.
    let differences = try accepted(
      session.machine.differences(from: baseline.environment).map(\.description))
    let analysis = try await session.measure(try plan(file.scenario, baseline))
    if analysis.experiment.completedAt == nil {
      storeOptions.tellOfInterruption(analysis)
      return .interrupted
    }
    var selected = baseline
    if let stories = file.selectedStories {
      selected.stories.removeAll { !stories.contains($0.name) }
    }
    return try conclude(
      .init(analysis, build: analysis.builds[0], named: analysis.builds[0]), file.scenario,
      against: selected, analysis, differences, of: file.path)
  }

  private func take(_ reference: String, against baseline: Baseline) throws -> ExitStatus {
    if !options.story.isEmpty {
      throw Refusal.because("--story needs a scenario file; a stored experiment is taken whole.")
    }
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(reference)
    let analysis = try store.analysisWithSteps(of: experiment)
    let build = options.build ?? analysis.builds.first ?? ""
    guard analysis.builds.contains(build) else {
      throw Refusal.unknown("build", build, in: "The experiment", known: analysis.builds)
    }
    let scenario = try ScenarioParser.parse(experiment.scenario, file: "the stored scenario")
    try check(scenario, against: baseline)
    let side = StoredPair.Side(analysis, build: build, named: build)
    let differences = try accepted(
      StoredPair.objections(StoredPair.Side(baseline, named: name), side))
    return try conclude(side, scenario, against: baseline, analysis, differences)
  }

  private func check(_ scenario: Scenario, against baseline: Baseline) throws {
    guard scenario.name != baseline.scenario else { return }
    Console.warn(
      "Error: The baseline '\(name)' is of the scenario \(baseline.scenario), not of "
        + "\(scenario.name).")
    throw ExitStatus.notComparable.code
  }

  /// What differs between the machines, where that is forced.
  private func accepted(_ differences: [String]) throws -> [String] {
    if differences.isEmpty || options.force { return differences }
    Console.warn(
      "Error: The baseline '\(name)' is not comparable: \(differences.joined(separator: "; ")). "
        + "Save one that was measured here, or compare all the same with --force.")
    throw ExitStatus.notComparable.code
  }

  /// What is gated where the scenario says nothing: those figures that runs repeat.
  private func standard(_ baseline: Baseline) -> [Gate] {
    [Gate(metric: .peakMemory)]
      + (baseline.has(.instructions, of: .counted) ? [Gate(metric: .instructions)] : [])
  }

  /// Runs whose figures no gate could be judged by are not made.
  private func plan(_ scenario: Scenario, _ baseline: Baseline) throws -> LonePlan {
    let gates = scenario.gates.isEmpty ? standard(baseline) : scenario.gates
    let areCounted =
      gates.contains(where: \.metric.isInstructionCount) || options.instructions.rounds > 0
      || baseline.has(.instructions, of: .counted)
    let isMemoryGated = gates.contains { $0.metric == .peakMemory }
    return LonePlan(
      solo: options.force || gates.contains(where: \.isBudget) ? scenario.runs : 0,
      memory: isMemoryGated ? options.memoryRunsGiven ?? RepeatRule.runsWithoutPairs : 0,
      counted: areCounted
        ? max(options.instructions.rounds, RepeatRule.instructions.fewestRuns) : 0,
      counting: areCounted ? try options.instructions.repeatableCounting(gates: gates) : nil,
      seed: options.seed ?? UInt64.random(in: 0...UInt64(Int64.max)))
  }

  private func conclude(
    _ candidate: StoredPair.Side, _ scenario: Scenario, against baseline: Baseline,
    _ analysis: ExperimentAnalysis, _ differences: [String], of file: FilePath? = nil
  ) throws -> ExitStatus {
    let side = StoredPair.Side(baseline, named: name)
    let terms = SavedTerms(
      baseline, candidate: candidate.runs, isFixtureChanged: scenario.fixture != baseline.fixture,
      isForced: options.force)
    let decision = Decision(
      purpose: purpose, baseline: side.name, candidate: candidate.name, rule: .standard)
    guard
      var result = try ComparisonResult(
        StoredPair.analysis(saved: side, candidate, decision: decision),
        standard: standard(baseline), saved: terms)
    else { return .toolFailed }
    result.notes = differences.map { "Compared although \($0)." }
    if outputOptions.json {
      try outputOptions.console.print(json: [ComparisonResultDocument(result)])
    } else {
      try ComparisonPrinter(console: outputOptions.console).print(result)
    }
    return exportOptions.conclude([result], of: file)
  }
}

extension Gate {
  fileprivate var isBudget: Bool {
    if case .budget = limit { true } else { false }
  }
}
