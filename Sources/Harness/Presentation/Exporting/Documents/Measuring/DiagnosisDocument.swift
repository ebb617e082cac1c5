import Analysis
import Diagnosing
import Recording

/// A diagnosis as JSON: the facts, and their meaning.
public struct DiagnosisDocument: Encodable {
  let machine: Environment
  let problems: [Problem]
  let inOrder: [InOrder]
  let unknown: [Unknown]

  /// A diagnosis's document. `builds` has the findings on a scenario's builds.
  public init(_ diagnosis: Diagnosis, of machine: Environment, builds: [Problem]) {
    self.machine = machine
    problems = builds + diagnosis.problems
    inOrder = diagnosis.inOrder.map(InOrder.init)
    unknown = diagnosis.unknown.map(Unknown.init)
  }

  struct InOrder: Encodable {
    let name: String
    let found: String
  }

  struct Unknown: Encodable {
    let name: String
    let reason: String
  }
}

/// The numbers of disturbed and repeated runs of an experiment, as JSON, and the rule.
struct RerunDocument: Encodable {
  let rule: InterferenceRule
  let repeats: Int
  let disturbed: Int
  let unknown: Int
  let repeated: Int
  let superseded: Int
  let stillDisturbed: Int

  /// Nil if the experiment has no rule.
  init?(_ analysis: ExperimentAnalysis) {
    guard let policy = analysis.experiment.rerunPolicy else { return nil }
    rule = policy.rule
    repeats = policy.repeats
    (disturbed, unknown) = analysis.disturbedCounts
    repeated = analysis.tries.repeated
    superseded = analysis.tries.superseded.count
    stillDisturbed = analysis.tries.stillDisturbed
  }
}

/// The interference with a run, as JSON; times in ns, as counted.
struct InterferenceDocument: Encodable {
  let verdict: Verdict
  let reason: String?
  let causes: [InterferenceExcess]
  let counters: Interference
  let others: Int64?

  enum Verdict: String, Encodable, CaseIterable {
    case undisturbed, disturbed, unknown
  }

  /// Nil if nothing was recorded.
  init?(_ run: Run, by rule: InterferenceRule) {
    guard let interference = run.interference else { return nil }
    counters = interference
    others = interference.others
    switch rule.verdict(on: interference, kind: run.kind) {
    case .undisturbed: (verdict, reason, causes) = (.undisturbed, nil, [])
    case .unknown(let reason): (verdict, self.reason, causes) = (.unknown, reason, [])
    case .disturbed(let excesses): (verdict, reason, causes) = (.disturbed, nil, excesses)
    }
  }
}
