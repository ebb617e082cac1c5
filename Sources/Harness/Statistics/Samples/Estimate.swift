/// A point, the interval around it and its standard error, always together.
///
/// A point without its interval claims more than was measured, so none is handed out alone.
public struct Estimate: Hashable, Sendable {
  /// The best single value.
  public let point: Double
  /// The lower end of the confidence interval.
  public let lower: Double
  /// The upper end of the confidence interval; infinite where the data do not bound it.
  public let upper: Double
  /// The standard error, in the unit of the point.
  public let standardError: Double
  /// The share of such intervals that cover the true value, between 0 and 1.
  public let confidenceLevel: Double

  /// Puts an estimate together.
  ///
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
      throw .notAnEstimate(
        point: point, lower: lower, upper: upper, standardError: standardError)
    }
    self.point = point
    self.lower = lower
    self.upper = upper
    self.standardError = standardError
    self.confidenceLevel = confidenceLevel
  }
}

extension Estimate {
  /// With which digits people are shown the point, both ends of the interval, and what these are
  /// held against: by the standard error.
  ///
  /// An estimate that leaves nothing to chance has an error of 0 and an interval all the same, from
  /// its least to its greatest value; a quarter of that stands in, as in a 95 % interval. Where there
  /// is no width either, what is left of it is the rounding of logarithms, which says nothing about
  /// digits.
  /// - Parameter scale: base units per displayed unit.
  public func format(scale: Double = 1) -> NumberFormat {
    let error = standardError > 0 ? standardError : (upper - lower) / 4
    return error < abs(point) * 1e-9 ? .plain : .uncertainty(error / scale)
  }

  /// Of a ratio: with which digits its change in percent is shown, so that +2.31 % stands where
  /// others read 1.0231.
  public var changeFormat: NumberFormat { format(scale: 0.01).withPlus }

  /// The estimate of one over it: of a ratio of times that of speeds; nil where it is not above 0.
  public var inverse: Estimate? {
    guard lower > 0 else { return nil }
    return try? Estimate(
      point: 1 / point, lower: 1 / upper, upper: 1 / lower,
      standardError: standardError / (point * point), confidenceLevel: confidenceLevel)
  }

  /// A ratio as a change, with the digits of this one: `+2.31`, in percent.
  public func change(_ ratio: Double) -> String { changeFormat.string(for: (ratio - 1) * 100) }
}
