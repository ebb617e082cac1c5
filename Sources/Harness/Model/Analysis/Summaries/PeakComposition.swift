import Metrics
import Recording
import Statistics

/// The composition of a story's resident memory at its peak on a build, from runs that count allocations.
public struct PeakComposition: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The build's name.
  public let build: String
  /// The medians of the parts, bytes, by their metrics in the order of `Metric.peakParts`.
  public let parts: [Metric: Double]
  /// The number of runs that reported them.
  public let runs: Int

  /// All of them together, bytes.
  public var sum: Double { Metric.peakParts.compactMap { parts[$0] }.reduce(0, +) }

  /// Nil if no run reported all of them.
  init?(_ runs: [Run], story: String, build: String) {
    let known = runs.filter { run in
      Metric.peakParts.allSatisfy { run.measurements[$0] != nil }
    }
    if known.isEmpty { return nil }
    self.story = story
    self.build = build
    self.runs = known.count
    parts = Dictionary(
      uniqueKeysWithValues: Metric.peakParts.map { metric in
        (metric, known.compactMap { $0.measurements[metric] }.sorted().medianOfSorted)
      })
  }
}

extension ExperimentAnalysis {
  /// The composition of the stories' peaks, in the order of stories and builds; empty if no run counted
  /// allocations.
  public var peakCompositions: [PeakComposition] {
    let counted = runs.filter { $0.kind == .allocations && $0.passed }
    if counted.isEmpty { return [] }
    return stories.flatMap { story in
      builds.compactMap { build in
        PeakComposition(
          counted.filter { $0.story == story && $0.build == build }, story: story, build: build)
      }
    }
  }
}
