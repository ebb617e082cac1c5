/// One metric of one build divided by that of another.
public struct BuildRatio: Sendable, Equatable, Codable {
  /// The metric.
  public var metric: Metric
  /// The build in the numerator.
  public var build: String
  /// The build in the denominator.
  public var over: String

  /// A ratio.
  public init(metric: Metric, build: String, over: String) {
    self.metric = metric
    self.build = build
    self.over = over
  }
}
