import Analysis
import Recording
import Scenarios

/// A comparison with its judgement.
public struct JudgedExperiment: Sendable {
  /// The experiment's analysis.
  public let analysis: ExperimentAnalysis
  /// The judgement.
  public let judgement: Judgement
  /// The outcome, by the purpose of the decision.
  public let outcome: Outcome
  /// The state of the machine's qualification; nil where nobody asked.
  public internal(set) var qualification: QualificationState?
  /// The notes that a reader needs beside the verdicts, a sentence each.
  public private(set) var notes: [String] = []

  /// Judges what was measured, now or long ago: by the rule and the gates that were stored with it.
  /// Whether its verdicts fail is said by what the decision was for.
  /// - Returns: nil where the experiment compares nothing.
  public init?(_ analysis: ExperimentAnalysis) throws {
    let experiment = analysis.experiment
    guard let decision = experiment.decision else { return nil }
    if let saved = decision.saved {
      let sides = (
        baseline: StoredPair.StoredBuild(saved),
        candidate: StoredPair.StoredBuild(
          analysis, build: decision.candidate, named: decision.candidate)
      )
      self.analysis = StoredPair.analysis(
        saved: sides.baseline, sides.candidate, decision: decision)
      judgement = try Judgement(
        self.analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: experiment.gates { Gate.standard(against: saved.baseline, of: $0) },
        rule: decision.rule,
        saved: SavedTerms(
          saved, candidate: sides.candidate.runs,
          isSettingChanged: experiment.storedScenario.differsInSetting(from: saved.baseline)))
      notes = StoredPair.objections(sides.baseline, sides.candidate)
        .map { "Compared although \($0)." }
    } else {
      self.analysis = analysis
      judgement = try Judgement(
        analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: Self.gates(analysis), rule: decision.rule)
    }
    // What was put together from the store was not interrupted now; its parts may have been.
    let wasInterrupted = experiment.completedAt == nil && experiment.source != .stored
    let weighed = judgement.outcome.weighed(for: decision.purpose)
    outcome =
      judgement.missingParts != nil
      ? max(weighed, .notComparable) : wasInterrupted ? .interrupted : weighed
    if let partition = experiment.partition, let decided = partition.decidedAfter {
      notes.append(
        "Decided after the first \(decided) of \(partition.count) parts, as its plan allows: the others are "
          + "not needed.")
    }
  }

  /// Of what has no scenario, the gates on what either side has: nobody asked for the others.
  private static func gates(_ analysis: ExperimentAnalysis) throws -> [Gate] {
    let gates = try analysis.experiment.gates
    guard analysis.experiment.scenario.isEmpty else { return gates }
    let measured = gates.filter { analysis.metrics.contains($0.metric) }
    return measured.isEmpty ? gates : measured
  }
}

extension Experiment {
  /// The gates of the scenario that is stored with it, or what stands for them where there is none.
  public var gates: [Gate] {
    get throws { scenario.isEmpty ? Gate.ofCommands : try storedScenario.gatesInForce }
  }

  /// Returns what may not get worse, or what usually may not where the scenario says nothing.
  func gates(else standard: (Scenario) throws -> [Gate]) throws -> [Gate] {
    guard !scenario.isEmpty else { return Gate.ofCommands }
    let scenario = try storedScenario
    return scenario.gates.isEmpty ? try standard(scenario) : scenario.gates
  }

  /// The scenario that is stored with it.
  public var storedScenario: Scenario {
    get throws { try ScenarioParser.parse(scenario, file: "the stored scenario") }
  }
}
