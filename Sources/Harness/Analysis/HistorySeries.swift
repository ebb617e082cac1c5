import Recording

/// A metric of one story on one build, over the experiments that measured it.
public struct HistorySeries: Sendable {
  /// The story's name.
  public let story: String
  /// The build's name.
  public let build: String
  /// At least one point, in order of time.
  public let points: [HistoryPoint]

  /// The points at which changes begin, with the points before them.
  public var changes: [(before: HistoryPoint, after: HistoryPoint)] {
    zip(points, points.dropFirst()).filter { $1.change != nil }.map { ($0, $1) }
  }
}
