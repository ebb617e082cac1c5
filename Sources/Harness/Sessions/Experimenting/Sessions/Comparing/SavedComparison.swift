import Analysis
import DriverProtocol
import Metrics
import Recording
import Scenarios
import Store

/// Compares one build with a saved baseline: a build measured for it, or one of a stored experiment.
public struct SavedComparison: Sendable {
  private let settings: Settings
  private let purpose: Decision.Purpose
  private let baseline: Baseline

  /// The two sides of the comparison, and the amount of measuring.
  public struct Settings: Sendable {
    /// The baseline's name.
    public var baseline: String
    /// The candidate build; nil for the first.
    public var build: String?
    /// A Boolean value indicating whether to compare even if the machine differs.
    public var isForced = false
    /// The number of the build's runs for anonymous memory alone; nil for as many as needed.
    public var memoryRuns: Int?
    /// The counter of instructions, and the number of counts.
    public var instructions = InstructionChoice()
    /// The number of the build's runs that count allocations; 0 for as many as needed.
    public var allocationRounds = 0
    /// The seed of the order of runs; nil for a random one.
    public var seed: UInt64?
    /// The name of the experiment; nil for the scenario's name and `check`.
    public var name: String?

    /// Settings for a baseline.
    public init(baseline: String) { self.baseline = baseline }
  }

  /// A comparison for a purpose, which determines whether verdicts fail, with a baseline from a folder; a
  /// resumed experiment has its own baseline.
  /// - Throws: `StoreError` if there is no such baseline, or it can't be read.
  public init(
    _ settings: Settings, for purpose: Decision.Purpose, in folder: BaselineFolder,
    resuming call: SessionCall
  ) throws {
    self.settings = settings
    self.purpose = purpose
    let begun = call.experiment()?.decision?.saved
    baseline = try begun?.baseline ?? folder.baseline(settings.baseline)
  }

  /// Measures the build that a scenario file names.
  /// - Returns: everything that was recorded; without an end if the user asked to stop.
  /// - Throws: ``Refusal`` if it can't be compared, `CancellationError` if the user asked to stop before the
  ///   first run, and errors of building, measuring and storing.
  public func measure(
    _ file: ScenarioFile, in call: SessionCall, store: ResultStore, _ equipment: Equipment
  ) async throws -> ExperimentAnalysis {
    try check(file.scenario)
    let session = try LoneSession(
      file, build: settings.build, name: settings.name ?? "\(file.scenario.name)-check",
      store: store, equipment)
    // An hour of measuring should not end with something known before it.
    try refuse(session.machine.differences(from: baseline.environment).map(\.description))
    var selected = baseline
    if let stories = file.selectedStories {
      selected.stories.removeAll { !stories.contains($0.name) }
    }
    var decision = decision(on: session.build.name, against: selected)
    if let commit = try? await equipment.builder.revision(of: file.folder)?.commit {
      decision.ancestry = await equipment.builder.ancestry(
        of: commit, without: nil, in: file.folder)
    }
    return try await session.measure(
      try plan(file.scenario, selected), deciding: decision, in: call)
  }

  /// Takes the build from a stored experiment.
  /// - Throws: ``Refusal`` if it can't be compared, `StoreError`.
  public func take(_ reference: String, from store: ResultStore) throws -> ExperimentAnalysis {
    var experiment = try store.experiment(reference)
    let build = settings.build ?? experiment.builds.first?.name ?? ""
    try Refusal.check(
      [build], as: "build", in: "The experiment", known: experiment.builds.map(\.name))
    try check(experiment.storedScenario)
    let decision = decision(on: build, against: baseline)
    let analysis = try store.analysisWithSteps(of: experiment)
    if let saved = decision.saved {
      try refuse(
        StoredPair.objections(
          StoredPair.StoredBuild(saved),
          StoredPair.StoredBuild(analysis, build: build, named: build)))
    }
    experiment.decision = decision
    experiment.source = .stored
    return ExperimentAnalysis(experiment, runs: analysis.runs)
  }

  private func decision(on build: String, against baseline: Baseline) -> Decision {
    let saved = Decision.Saved(
      name: settings.baseline, baseline: baseline, isForced: settings.isForced)
    return Decision(
      purpose: purpose, baseline: saved.side, candidate: build, rule: .standard, saved: saved)
  }

  /// Refuses a scenario that the baseline does not belong to.
  /// - Throws: ``Refusal``.
  public func check(_ scenario: Scenario) throws {
    guard scenario.name != baseline.scenario else { return }
    throw Refusal.otherScenario(
      baseline.scenario, ofBaseline: settings.baseline, not: scenario.name)
  }

  /// Refuses a comparison with objections that is not forced.
  private func refuse(_ objections: [String]) throws {
    if objections.isEmpty || settings.isForced { return }
    throw Refusal.notComparable(baseline: settings.baseline, since: objections)
  }

  /// Runs whose values no gate could use are not made.
  private func plan(_ scenario: Scenario, _ baseline: Baseline) throws -> LonePlan {
    let gates = Gate.inForce(against: baseline, of: scenario)
    let counted = gates.countedRounds(
      asked: settings.instructions.rounds, isWanted: baseline.has(.instructions, of: .counted))
    let isMemoryGated = gates.contains { $0.metric.ofDriver == .peakAnonymousMemory }
    return LonePlan(
      solo: settings.isForced || gates.contains(where: \.isBudget) ? scenario.runs : 0,
      memory: isMemoryGated ? settings.memoryRuns ?? RepeatRule.runsWithoutPairs : 0,
      counted: counted,
      allocations: gates.allocationRounds(
        asked: settings.allocationRounds, isWanted: baseline.has(.allocations, of: .allocations)),
      counting: counted > 0 ? try settings.instructions.repeatableCounting(gates: gates) : nil,
      seed: settings.seed ?? Experiment.anySeed())
  }
}

extension Scenario {
  /// The measured stories that do something else than when a baseline was saved, or are not known to do the same.
  func changedStories(
    _ measured: [Experiment.StoryLabel], since baseline: Baseline
  ) -> Set<String> {
    let saved = Dictionary(
      baseline.stories.map { ($0.name, $0.replay) }, uniquingKeysWith: { first, _ in first })
    return Set(measured.filter { (saved[$0.name] ?? nil) != hashOfReplay(of: $0) }.map(\.name))
  }

  /// SHA-256 of what the replay of a story does and of what its files contain, hexadecimal.
  func hashOfReplay(of story: Experiment.StoryLabel) -> String? {
    guard let replay = replay(of: story.name), let line = try? LineCodec.line(replay) else {
      return nil
    }
    let text = String(decoding: line, as: UTF8.self) + (story.contents ?? "")
    return SHA256.text(of: SHA256.digest(of: text))
  }
}

extension [Gate] {
  /// The number of runs of each story that count instructions: as many as requested, and if a gate or
  /// something else (`isWanted`) needs them, enough to repeat each other.
  func countedRounds(asked: Int, isWanted: Bool = false) -> Int {
    let isNeeded = isWanted || contains(where: \.metric.isInstructionCount)
    return isNeeded ? Swift.max(asked, RepeatRule.instructions.fewestRuns) : asked
  }

  /// The same of runs that count allocations.
  func allocationRounds(asked: Int, isWanted: Bool = false) -> Int {
    let isNeeded = isWanted || contains(where: \.metric.isAllocationCount)
    return isNeeded ? Swift.max(asked, RepeatRule.allocations.fewestRuns) : asked
  }
}

extension Gate {
  /// Returns the scenario's gates, or the default ones against a saved baseline: on values that repeat between runs.
  /// For commands these are only instructions, and the memory of services.
  static func inForce(against baseline: Baseline, of scenario: Scenario) -> [Gate] {
    if !scenario.gates.isEmpty { return scenario.gates }
    let ofServices = scenario.services.compactMap {
      Metric.peakAnonymousMemory.of(service: $0.name).map { Gate(metric: $0) }
    }
    if scenario.isOfCommands { return [Gate(metric: .instructions)] + ofServices }
    if scenario.isOfRequests { return ofServices }
    return [Gate(metric: .peakAnonymousMemory)] + ofServices
      + (baseline.has(.instructions, of: .counted) ? [Gate(metric: .instructions)] : [])
      + (baseline.has(.allocations, of: .allocations) ? [Gate(metric: .allocations)] : [])
  }
}
