import CBoostMath

/// Student's t distribution.
///
/// Computed by Boost.Math, whose incomplete beta function is accurate to the last few bits of a `Double`.
/// Source: Student, "The Probable Error of a Mean", Biometrika 6 (1908), 1-25.
public struct StudentT: Hashable, Sendable {
  /// Degrees of freedom; positive, and fractional if Welch's formula gives them.
  public let degreesOfFreedom: Double

  /// The distribution with these degrees of freedom.
  /// - Throws: ``StatisticsError/degreesOfFreedom(_:)`` unless they are positive and finite.
  public init(degreesOfFreedom: Double) throws(StatisticsError) {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite else {
      throw .degreesOfFreedom(degreesOfFreedom)
    }
    self.degreesOfFreedom = degreesOfFreedom
  }

  private init(many: Double) { degreesOfFreedom = many }

  /// The normal distribution: Student's with this many degrees of freedom.
  static let normal = StudentT(many: 1e18)

  /// P(T ≤ t).
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` if t is not a number.
  public func lowerTail(_ t: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t distribution", at: t) {
      boost_math_student_t_cdf(degreesOfFreedom, t, $0)
    }
  }

  /// P(T > t), precise even if it is far below the rounding error of 1.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` if t is not a number.
  public func upperTail(_ t: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t distribution", at: t) {
      boost_math_student_t_cdf_complement(degreesOfFreedom, t, $0)
    }
  }

  /// The t with P(T ≤ t) = probability.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the probability lies
  ///   between 0 and 1, both excluded.
  public func quantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t quantile", at: probability) {
      boost_math_student_t_quantile(degreesOfFreedom, probability, $0)
    }
  }

  /// The t with P(T > t) = probability, for levels so small that 1 - p is 1.
  /// - Throws: As ``quantile(_:)``.
  public func upperQuantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t quantile", at: probability) {
      boost_math_student_t_quantile_complement(degreesOfFreedom, probability, $0)
    }
  }

  /// How far a two-sided interval of this level reaches, in standard errors.
  /// - Throws: ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1,
  ///   both excluded.
  public func criticalValue(confidenceLevel: Double) throws(StatisticsError) -> Double {
    guard confidenceLevel > 0, confidenceLevel < 1 else { throw .confidenceLevel(confidenceLevel) }
    return try upperQuantile((1 - confidenceLevel) / 2)
  }
}
