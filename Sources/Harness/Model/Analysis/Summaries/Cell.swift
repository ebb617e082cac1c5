import Metrics
import Statistics

/// The subject of a value: one story, on one build, by one metric.
public struct Cell: Hashable, Sendable {
  /// The story's name.
  public let story: String
  /// The build's name.
  public let build: String
  /// The metric.
  public let metric: Metric

  /// A cell.
  public init(story: String, build: String, metric: Metric) {
    self.story = story
    self.build = build
    self.metric = metric
  }
}
