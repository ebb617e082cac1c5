/// A point, the interval around it and its standard error, always together.
///
/// A point without its interval claims more than was measured, so they are never separate.
public struct Estimate: Hashable, Sendable {
  /// The best single value.
  public let point: Double
  /// The lower end of the confidence interval.
  public let lower: Double
  /// The upper end of the confidence interval; infinite if the data do not bound it.
  public let upper: Double
  /// The standard error, in the unit of the point.
  public let standardError: Double
  /// The share of such intervals that cover the true value, between 0 and 1.
  public let confidenceLevel: Double

  /// Creates an estimate.
  /// - Throws: ``StatisticsError/notAnEstimate(point:lower:upper:standardError:)`` unless
  ///   lower ≤ point ≤ upper, the point is finite, and the error finite and not negative;
  ///   ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1.
  public init(
    point: Double, lower: Double, upper: Double, standardError: Double, confidenceLevel: Double
  ) throws(StatisticsError) {
    guard confidenceLevel > 0, confidenceLevel < 1 else { throw .confidenceLevel(confidenceLevel) }
    guard
      point.isFinite, lower <= point, point <= upper,
      standardError >= 0, standardError.isFinite
    else {
      throw .notAnEstimate(point: point, lower: lower, upper: upper, standardError: standardError)
    }
    self.point = point
    self.lower = lower
    self.upper = upper
    self.standardError = standardError
    self.confidenceLevel = confidenceLevel
  }

  /// The number format of the point, both ends of the interval, and what these are compared with: by the
  /// standard error.
  ///
  /// An exact estimate has an error of 0 but may have an interval, from its least to its greatest value. A
  /// quarter of its width is used then, as in a 95 % interval.
  /// - Parameter scale: base units per displayed unit.
  /// - Returns: ``NumberFormat/plain`` without width: the rest is the rounding of logarithms, which says
  ///   nothing about digits.
  public func format(scale: Double = 1) -> NumberFormat {
    let error = standardError > 0 ? standardError : (upper - lower) / 4
    return error < abs(point) * 1e-9 ? .plain : .uncertainty(error / scale)
  }

  /// The number format of a ratio's change in percent: +2.31 % instead of 1.0231.
  public var changeFormat: NumberFormat { format(scale: 0.01).withPlus }

  /// The estimate of its reciprocal, for example of speeds from times; nil if it is not above 0.
  public var inverse: Estimate? {
    guard lower > 0 else { return nil }
    return try? Estimate(
      point: 1 / point, lower: 1 / upper, upper: 1 / lower,
      standardError: standardError / (point * point), confidenceLevel: confidenceLevel)
  }

  /// A ratio as a change in percent, with the digits of this one: `+2.31`.
  public func change(_ ratio: Double) -> String { changeFormat.string(for: (ratio - 1) * 100) }
}
