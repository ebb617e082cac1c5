import MetricCatalog

/// What may not get worse: one metric of some stories, and how far it may go.
public struct Gate: Sendable, Hashable {
  /// The metric; one that has a better direction.
  public var metric: Metric
  /// The stories' names; nil for all.
  public var stories: [String]?
  /// Whether each of the stories' steps is gated too.
  public var steps: Bool
  /// How far the metric may go; nil for no growth that can be shown.
  public var limit: Limit?

  /// How far a metric may go.
  public enum Limit: Sendable, Hashable {
    /// Growth against the baseline, as a share of it: 0.02 for +2 %.
    case change(Double)
    /// The candidate's own mean, in the metric's base unit.
    case budget(Double)
  }

  /// A gate.
  public init(metric: Metric, stories: [String]? = nil, steps: Bool = false, limit: Limit? = nil) {
    self.metric = metric
    self.stories = stories
    self.steps = steps
    self.limit = limit
  }

  /// Whether the gate is about a story of that name.
  public func covers(story: String) -> Bool { stories?.contains(story) ?? true }

  /// What is gated where a scenario says nothing: the sharpest figures of every story.
  public static let standard = [
    Gate(metric: .cpuTime), Gate(metric: .peakMemory), Gate(metric: .peakAnonymousMemory),
  ]
}
