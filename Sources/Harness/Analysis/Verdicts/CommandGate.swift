import Metrics
import Recording
import Scenarios
import Statistics

/// The verdicts on commands that may not be slower than the first one by more than is allowed.
///
/// Each is that of a gate on the wall time of a scenario's story. The chance of any false alarm is that
/// of one comparison, however many commands there are: each has its share of it.
public struct CommandGate: Sendable {
  /// The growth that is allowed, as a share: 0.05 for +5 %.
  public let allowed: Double
  /// A Boolean value indicating whether a verdict that is inconclusive fails, too.
  public let isStrict: Bool
  /// The judgement of each command but the first.
  public let judgements: [Judgement]

  /// Judges the commands of an experiment.
  /// - Throws: `StatisticsError` where the rule's own numbers allow no test.
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
      judgements.append(
        try Judgement(
          analysis, baseline: baseline, candidate: candidate,
          gates: [Gate(metric: .wallTime, limit: .change(allowed))], rule: rule))
    }
    self.judgements = judgements
  }

  /// The worst of the verdicts; where nothing was compared nothing has passed.
  public var outcome: Outcome {
    judgements.map { $0.outcome.weighed(for: isStrict ? .strictCheck : .check) }.max()
      ?? .notComparable
  }
}
