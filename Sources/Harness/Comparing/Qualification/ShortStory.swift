import Analysis
import MetricCatalog
import Recording

/// A story whose duets have few turns, so that their chances do not even out.
public struct ShortStory: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// CPU time of one run, ns, in the mean.
  public let cpuTime: Double

  /// The CPU time from which on a duet has turns enough, ns: a hundred of 0.5 ms for each side.
  public static let enough = 5e7

  /// The stories of an experiment that are too short for a duet.
  static func all(_ analysis: ExperimentAnalysis, _ decision: Decision) -> [ShortStory] {
    analysis.stories.compactMap { story in
      let times = analysis.runs.filter {
        $0.kind == .duet && $0.story == story && $0.build == decision.baseline && $0.passed
      }.compactMap { $0.measurements[.cpuTime] }
      if times.isEmpty { return nil }
      let mean = times.reduce(0, +) / Double(times.count)
      return mean < enough ? ShortStory(story: story, cpuTime: mean) : nil
    }
  }
}
