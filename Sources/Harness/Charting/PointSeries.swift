/// Named points: a cloud in a scatter chart.
public struct PointSeries: Sendable, Equatable {
  /// What the legend says.
  public let name: String
  /// At least one point, in any order.
  public let points: [ChartPoint]

  /// Makes a series.
  ///
  /// - Throws: `ChartDataError.noData` without points.
  public init(name: String, points: [ChartPoint]) throws(ChartDataError) {
    guard !points.isEmpty else { throw .noData("series \"\(name)\"") }
    self.name = name
    self.points = points
  }
}
