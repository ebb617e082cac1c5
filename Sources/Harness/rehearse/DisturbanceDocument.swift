import Analysis
import Recording

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
