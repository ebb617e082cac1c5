import Metrics
import Recording
import Scenarios

/// A story that waits or uses several CPUs on one of the builds, and has no gate on wall time: the verdicts say
/// nothing about how long it takes.
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
    guard let decision = analysis.experiment.decision else { return [] }
    return analysis.stories.compactMap { story in
      guard decision.proof(of: story) == nil, let rhythm = decision.rhythms?[story],
        let kind = rhythm.kind
      else { return nil }
      let times: [Metric] = kind == .waits ? [.wallTime, .offCPUTime] : [.wallTime]
      let isGated = gates.contains { gate in
        times.contains(gate.metric.ofDriver) && gate.covers(story: story)
      }
      if isGated { return nil }
      return UngatedTime(
        story: story, rhythm: rhythm,
        wallTime: others.first {
          $0.name == CellName(story: story, metric: .wallTime) && $0.outcome.result != nil
        })
    }
  }
}
