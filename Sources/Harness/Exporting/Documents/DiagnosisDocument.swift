import Analysis
import Diagnosing
import Recording

/// A diagnosis as JSON: the facts, and what they mean.
public struct DiagnosisDocument: Encodable {
  let machine: Environment
  let disturbances: [Disturbance]
  let inOrder: [InOrder]
  let unknown: [Unknown]

  /// A diagnosis's document.
  /// - Parameter builds: what was found of a scenario's builds.
  public init(_ diagnosis: Diagnosis, of machine: Environment, builds: [Disturbance]) {
    self.machine = machine
    disturbances = builds + diagnosis.disturbances
    inOrder = diagnosis.inOrder.map(InOrder.init)
    unknown = diagnosis.unknown.map(Unknown.init)
  }

  /// Something as it should be.
  struct InOrder: Encodable {
    let name: String
    let found: String
  }

  /// Something that is not known.
  struct Unknown: Encodable {
    let name: String
    let reason: String
  }
}

/// How many runs of an experiment were disturbed and made again, as JSON, and by what rule.
struct DisturbanceDocument: Encodable {
  let rule: ContaminationRule
  let repeats: Int
  let disturbed: Int
  let unknown: Int
  let repeated: Int
  let superseded: Int
  let stillDisturbed: Int

  /// Nil where the experiment has no rule.
  init?(_ analysis: ExperimentAnalysis) {
    guard let policy = analysis.experiment.disturbance else { return nil }
    rule = policy.rule
    repeats = policy.repeats
    (disturbed, unknown) = analysis.disturbanceCounts
    repeated = analysis.tries.repeated
    superseded = analysis.tries.superseded.count
    stillDisturbed = analysis.tries.stillDisturbed
  }
}

/// What disturbed a run, as JSON; times in ns, as they were counted.
struct ContaminationDocument: Encodable {
  let verdict: Verdict
  let reason: String?
  let causes: [CauseDocument]
  let counters: Contamination
  let others: Int64?

  /// Whether it was disturbed.
  enum Verdict: String, Encodable {
    case undisturbed, disturbed, unknown
  }

  /// A counter beyond its limit.
  struct CauseDocument: Encodable {
    let cause: ContaminationCause
    let value: Double
    let limit: Double
  }

  /// Nil where nothing was recorded.
  init?(_ run: Run, by rule: ContaminationRule) {
    guard let contamination = run.contamination else { return nil }
    counters = contamination
    others = contamination.others
    switch rule.verdict(on: contamination, kind: run.kind) {
    case .undisturbed: (verdict, reason, causes) = (.undisturbed, nil, [])
    case .unknown(let reason): (verdict, self.reason, causes) = (.unknown, reason, [])
    case .disturbed(let excesses):
      verdict = .disturbed
      reason = nil
      causes = excesses.map {
        CauseDocument(cause: $0.cause, value: $0.value, limit: $0.limit)
      }
    }
  }
}
