/// A ratio with its interval.
public struct RatioInterval: Sendable, Equatable {
  /// The ratio; 1 means equal.
  public let point: Double
  /// The interval's low end; 0 where the figures do not bound it.
  public let low: Double
  /// The interval's high end; infinite where the figures do not bound it.
  public let high: Double

  /// Makes an interval around a ratio.
  ///
  /// - Throws: `ChartDataError.notFinite` for the ratio itself or an end that is no number,
  ///   `.notPositive` for a ratio of 0 or below, which has no place on a logarithmic axis,
  ///   `.intervalReversed` where the ratio does not lie within.
  public init(_ point: Double, low: Double, high: Double) throws(ChartDataError) {
    guard point.isFinite else { throw .notFinite("a ratio", point) }
    guard point > 0 else { throw .notPositive("a ratio", point) }
    for end in [low, high] where end.isNaN { throw .notFinite("an end of a ratio's interval", end) }
    guard low <= point, point <= high else { throw .intervalReversed(low: low, high: high) }
    self.point = point
    self.low = max(0, low)
    self.high = high
  }
}
