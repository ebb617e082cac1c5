import Metrics
import Recording
import Scenarios
import Statistics

/// The verdicts on commands that may be only so much slower than the first one.
///
/// Each is that of a gate on a story's wall time. The chance of any false alarm is that of one comparison:
/// all commands share it.
public struct CommandGate: Sendable {
  /// The growth that is allowed, as a share: 0.05 for +5 %.
  public let allowed: Double
  /// A Boolean value indicating whether an inconclusive verdict fails, too.
  public let isStrict: Bool
  /// The judgement of each command but the first.
  public let judgements: [Judgement]

  /// Judges the commands of an experiment.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test.
  public init(
    _ analysis: ExperimentAnalysis, allowed: Double, isStrict: Bool
  ) throws(StatisticsError) {
    self.allowed = allowed
    self.isStrict = isStrict
    let baseline = analysis.builds.first ?? ""
    let others = analysis.builds.dropFirst()
    var rule = DecisionRule.standard
    rule.alpha /= Double(max(1, others.count))
    var judgements: [Judgement] = []
    for candidate in others {
      let judgement = try Judgement(
        analysis, baseline: baseline, candidate: candidate,
        gates: [Gate(metric: .wallTime, limit: .change(allowed))], rule: rule)
      judgements.append(analysis.isUnfinished ? judgement.ofUnfinished : judgement)
    }
    self.judgements = judgements
  }

  /// The worst of the verdicts; nothing compared means nothing passed.
  public var outcome: Outcome {
    judgements.map { $0.outcome.weighed(for: isStrict ? .strictCheck : .check) }.max()
      ?? .notComparable
  }
}
