import Analysis
import Recording
import Reports
import Scenarios
import Statistics
import Tables

/// Prints a comparison with its verdicts, the way `compare`, `check` and `show` do.
struct ComparisonPrinter {
  let console: Console

  /// What it comes to last, where the eye is when a long output ends.
  func print(_ result: ComparisonResult) throws {
    let experiment = result.analysis.experiment
    try console.print(
      "\(experiment.title) (experiment \(experiment.number ?? 0), \(experiment.name))\n")
    if !result.analysis.failures.isEmpty {
      try console.print(try Table.failures(result.analysis.runs))
    }
    try console.print(try Table.verdicts(result.judgement))
    if let budgets = try Table.budgets(result.judgement) { try console.print(budgets) }
    if let changes = try Table.changes(result.judgement) { try console.print(changes) }
    try console.print(Headline.sentence(result.judgement))
    Headline.warnings(result.judgement).forEach { Console.warn("note: \($0)") }
    result.notes.forEach { Console.warn("note: \($0)") }
    result.analysis.findings.forEach { Console.warn("note: \($0.description)") }
  }
}

/// What a comparison came to.
struct ComparisonResult {
  let analysis: ExperimentAnalysis
  let judgement: Judgement
  let status: ExitStatus
  /// Whether what the machine can tell apart is known; nil where nobody asked.
  var qualification: QualificationState?
  /// What a reader has to know beside the verdicts, a sentence each.
  var notes: [String] = []

  /// Judges what was measured, now or long ago: by the rule and the gates that were stored with it.
  /// Whether its verdicts fail is said by what the decision was for.
  /// - Returns: nil where the experiment compares nothing.
  init?(_ analysis: ExperimentAnalysis) throws {
    let experiment = analysis.experiment
    guard let decision = experiment.decision else { return nil }
    if let saved = decision.saved {
      let sides = (
        baseline: StoredPair.Side(saved),
        candidate: StoredPair.Side(
          analysis, build: decision.candidate, named: decision.candidate)
      )
      self.analysis = StoredPair.analysis(
        saved: sides.baseline, sides.candidate, decision: decision)
      judgement = try Judgement(
        self.analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: experiment.gates(else: Gate.standard(against: saved.baseline)),
        rule: decision.rule,
        saved: SavedTerms(
          saved, candidate: sides.candidate.runs,
          isFixtureChanged: experiment.storedScenario.fixture != saved.baseline.fixture))
      notes = StoredPair.objections(sides.baseline, sides.candidate)
        .map { "Compared although \($0)." }
    } else {
      self.analysis = analysis
      judgement = try Judgement(
        analysis, baseline: decision.baseline, candidate: decision.candidate,
        gates: experiment.gates, rule: decision.rule)
    }
    // What was put together from the store was not interrupted now; its parts may have been.
    let wasInterrupted = experiment.completedAt == nil && experiment.source != .stored
    status = wasInterrupted ? .interrupted : ExitStatus(judgement.outcome, of: decision.purpose)
  }
}

extension Experiment {
  /// What may not get worse, as the scenario says that is stored with it.
  var gates: [Gate] {
    get throws { try gates(else: Gate.standard) }
  }

  /// What may not get worse, or what usually may not where the scenario says nothing.
  func gates(else standard: [Gate]) throws -> [Gate] {
    let gates = try storedScenario.gates
    return gates.isEmpty ? standard : gates
  }

  /// The scenario that is stored with it.
  var storedScenario: Scenario {
    get throws { try ScenarioParser.parse(scenario, file: "the stored scenario") }
  }
}
