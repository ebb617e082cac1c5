/// The logarithm of candidate / baseline from an estimator: a location with its standard error and degrees of
/// freedom, which give intervals and tests.
///
/// Ratios are estimated on the logarithmic scale, where +10 % and its reversal are equally far from no
/// change. Only on this scale is the error close to Student's t.
public struct LogRatio: Hashable, Sendable {
  /// The estimated ln(candidate / baseline).
  public let location: Double
  /// The standard error of ``location``; 0 if all observations agree.
  public let standardError: Double
  /// The degrees of freedom of Student's t.
  public let degreesOfFreedom: Double

  /// A logarithm that was estimated elsewhere.
  public init(location: Double, standardError: Double, degreesOfFreedom: Double) {
    self.location = location
    self.standardError = standardError
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The estimated candidate / baseline.
  public var ratio: Double { location.exponential }

  /// The ratio candidate / baseline with its interval, exp(location ± t · se).
  ///
  /// The standard error is that of the ratio, ratio · se, to first order. If all observations agree, the
  /// interval has no width.
  /// - Throws: ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1;
  ///   `StatisticsError.notRepresentable(measurement:)` if the ratio exceeds a `Double`.
  public func ratio(confidenceLevel: Double = 0.95) throws(StatisticsError) -> Estimate {
    let student = try StudentT(degreesOfFreedom: degreesOfFreedom)
    let halfWidth = try student.criticalValue(confidenceLevel: confidenceLevel) * standardError
    let point = location.exponential
    guard point.isFinite, (point * standardError).isFinite else {
      throw .notRepresentable(value: "ratio")
    }
    return try Estimate(
      point: point,
      lower: min(point, (location - halfWidth).exponential),
      upper: max(point, (location + halfWidth).exponential),
      standardError: point * standardError,
      confidenceLevel: confidenceLevel)
  }

  /// The p value of the one-sided test of "the ratio is at most this", small if the candidate's value is
  /// larger.
  ///
  /// If the standard error is 0 the result is certain: 0 if the estimate is above the bound, else 1.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the bound is above 0.
  public func pValue(ratioAtMost bound: Double) throws(StatisticsError) -> Double {
    let excess = location - (try Self.logarithm(ofBound: bound))
    guard standardError > 0 else { return excess > 0 ? 0 : 1 }
    return try StudentT(degreesOfFreedom: degreesOfFreedom).upperTail(excess / standardError)
  }

  /// The p value of the one-sided test of "the ratio is at least this", small if the candidate's value is
  /// smaller. The mirror image of ``pValue(ratioAtMost:)``.
  /// - Throws: As ``pValue(ratioAtMost:)``.
  public func pValue(ratioAtLeast bound: Double) throws(StatisticsError) -> Double {
    let excess = location - (try Self.logarithm(ofBound: bound))
    guard standardError > 0 else { return excess < 0 ? 0 : 1 }
    return try StudentT(degreesOfFreedom: degreesOfFreedom).lowerTail(excess / standardError)
  }

  private static func logarithm(ofBound bound: Double) throws(StatisticsError) -> Double {
    guard bound > 0, bound.isFinite else {
      throw .undefined(function: "logarithm", argument: bound)
    }
    return bound.naturalLogarithm
  }

  /// The upper end of a one-sided interval: the true ratio is below it in this share of cases.
  /// - Throws: ``StatisticsError/probability(_:)`` unless the level lies between 0 and 1.
  public func upperBound(confidenceLevel: Double) throws(StatisticsError) -> Double {
    try StatisticsError.requireLevel(confidenceLevel)
    let t = try StudentT(degreesOfFreedom: degreesOfFreedom).upperQuantile(1 - confidenceLevel)
    return (location + t * standardError).exponential
  }

  /// The mean of independent logarithms with equal weights, such as those of several stories.
  ///
  ///     location = mean of the n locations,  se² = Σ se_i² / n²
  ///     degrees  = (Σ se_i²)² / Σ (se_i⁴ / degrees_i)
  ///
  /// exp(location) is the geometric mean of the ratios.
  ///
  /// Source: F. E. Satterthwaite, "An approximate distribution of estimates of variance components",
  /// Biometrics Bulletin 2 (1946), 110-114, for the degrees.
  /// - Throws: ``StatisticsError/noValues`` for none.
  public static func mean(of ratios: [LogRatio]) throws(StatisticsError) -> LogRatio {
    guard let fewest = ratios.map(\.degreesOfFreedom).min() else { throw .noValues }
    let n = Double(ratios.count)
    let squares = ratios.map { $0.standardError * $0.standardError }
    let sum = squares.reduce(0, +)
    // By shares of the sum, which can't underflow; without any error the least degrees are used.
    let degrees =
      sum > 0
      ? 1
        / zip(squares, ratios).reduce(0) {
          $0 + ($1.0 / sum) * ($1.0 / sum) / $1.1.degreesOfFreedom
        } : fewest
    return LogRatio(
      location: ratios.map(\.location).reduce(0, +) / n, standardError: sum.squareRoot() / n,
      degreesOfFreedom: degrees)
  }

  /// The interval of the logarithm itself, location ± t · se.
  /// - Throws: ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1.
  public func interval(confidenceLevel: Double) throws(StatisticsError) -> ClosedRange<Double> {
    let student = try StudentT(degreesOfFreedom: degreesOfFreedom)
    let halfWidth = try student.criticalValue(confidenceLevel: confidenceLevel) * standardError
    return location - halfWidth...location + halfWidth
  }
}
