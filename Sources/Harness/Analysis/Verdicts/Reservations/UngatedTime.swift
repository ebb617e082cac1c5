import Metrics
import Recording
import Scenarios

/// A story that waits or uses several CPUs, and has no gate on wall time: the verdicts say nothing about how
/// long it takes.
public struct UngatedTime: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// How it spends its time.
  public let rhythm: Rhythm
  /// How its wall time changed; nil if it was not measured.
  public let wallTime: JudgedCell?

  /// Those of an analysis, in its order of stories; `others` are the ungated cells.
  static func all(
    _ analysis: ExperimentAnalysis, gates: [Gate], others: [JudgedCell]
  ) -> [UngatedTime] {
    guard let decision = analysis.experiment.decision, decision.proof == nil else { return [] }
    return analysis.stories.compactMap { story in
      let isGated = gates.contains { $0.metric.ofDriver == .wallTime && $0.covers(story: story) }
      guard !isGated, let rhythm = decision.rhythms?[story], rhythm.kind != nil else { return nil }
      return UngatedTime(
        story: story, rhythm: rhythm,
        wallTime: others.first {
          $0.name == CellName(story: story, metric: .wallTime) && $0.outcome.result != nil
        })
    }
  }
}
