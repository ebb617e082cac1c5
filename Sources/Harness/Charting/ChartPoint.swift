/// A finite point.
public struct ChartPoint: Sendable, Equatable {
  /// Where it is along the horizontal axis, in that axis's unit.
  public let x: Double
  /// Where it is along the vertical axis, in that axis's unit.
  public let y: Double

  /// Makes a point.
  ///
  /// - Throws: `ChartDataError.notFinite`.
  public init(x: Double, y: Double) throws(ChartDataError) {
    guard x.isFinite else { throw .notFinite("a point's x", x) }
    guard y.isFinite else { throw .notFinite("a point's y", y) }
    self.x = x
    self.y = y
  }
}
