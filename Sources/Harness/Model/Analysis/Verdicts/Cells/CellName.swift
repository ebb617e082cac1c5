import Metrics

/// The subject of a verdict: a metric of a story, or of one of its steps.
public struct CellName: Sendable, Hashable, CustomStringConvertible {
  /// The story's name.
  public let story: String
  /// The step; nil for the whole story.
  public let step: Step?
  /// The metric.
  public let metric: Metric

  /// One of a story's own steps.
  public struct Step: Sendable, Hashable {
    /// Its place among them, from 1.
    public let position: Int
    /// The step on one line.
    public let label: String
  }

  /// A cell.
  public init(story: String, step: Step? = nil, metric: Metric) {
    self.story = story
    self.step = step
    self.metric = metric
  }

  /// `cpu-time of list`, `cpu-time of list, step 2 (lend ×600)`.
  public var description: String {
    "\(metric.id) of \(story)" + (step.map { ", step \($0.position) (\($0.label))" } ?? "")
  }
}
