import CBoostMath

/// Turns the bridge's status into a thrown error.
enum BoostMath {
  static func value(
    of function: String, at argument: Double,
    _ call: (UnsafeMutablePointer<Double>) -> boost_math_status
  ) throws(StatisticsError) -> Double {
    var result = 0.0
    guard call(&result) == boost_math_ok else {
      throw .undefined(function: function, argument: argument)
    }
    return result
  }
}

/// Student's t distribution.
///
/// Computed by Boost.Math, whose incomplete beta function is good to the last few bits of a
/// `Double`. Source: Student, "The Probable Error of a Mean", Biometrika 6 (1908), 1-25.
public struct StudentT: Hashable, Sendable {
  /// Degrees of freedom; positive, and fractional where Welch's formula gives them.
  public let degreesOfFreedom: Double

  /// The distribution with these degrees of freedom.
  ///
  /// - Throws: ``StatisticsError/degreesOfFreedom(_:)`` unless they are positive and finite.
  public init(degreesOfFreedom: Double) throws(StatisticsError) {
    guard degreesOfFreedom > 0, degreesOfFreedom.isFinite else {
      throw .degreesOfFreedom(degreesOfFreedom)
    }
    self.degreesOfFreedom = degreesOfFreedom
  }

  private init(many: Double) { degreesOfFreedom = many }

  /// The normal distribution, which Student's is with so many degrees of freedom.
  static let normal = StudentT(many: 1e18)

  /// P(T ≤ t).
  ///
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` where t is not a number.
  public func lowerTail(_ t: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t distribution", at: t) {
      boost_math_student_t_cdf(degreesOfFreedom, t, $0)
    }
  }

  /// P(T > t), precise also where it is far below the rounding error of 1.
  ///
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` where t is not a number.
  public func upperTail(_ t: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t distribution", at: t) {
      boost_math_student_t_cdf_complement(degreesOfFreedom, t, $0)
    }
  }

  /// The t with P(T ≤ t) = probability.
  ///
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the probability lies
  ///   between 0 and 1, both excluded.
  public func quantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t quantile", at: probability) {
      boost_math_student_t_quantile(degreesOfFreedom, probability, $0)
    }
  }

  /// The t with P(T > t) = probability, for levels so small that 1 - p is 1.
  ///
  /// - Throws: As ``quantile(_:)``.
  public func upperQuantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "t quantile", at: probability) {
      boost_math_student_t_quantile_complement(degreesOfFreedom, probability, $0)
    }
  }

  /// The t that a two-sided interval of this level reaches to, in standard errors.
  ///
  /// - Throws: ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1,
  ///   both excluded.
  public func criticalValue(confidenceLevel: Double) throws(StatisticsError) -> Double {
    guard confidenceLevel > 0, confidenceLevel < 1 else { throw .confidenceLevel(confidenceLevel) }
    return try upperQuantile((1 - confidenceLevel) / 2)
  }
}

/// Fisher's F distribution: of the quotient of two variances of equal size.
///
/// Computed by Boost.Math. Source: G. W. Snedecor, "Calculation and Interpretation of Analysis of
/// Variance and Covariance" (1934).
public struct FisherF: Hashable, Sendable {
  /// The degrees of freedom of the variance above; positive, and possibly fractional.
  public let numerator: Double
  /// Those of the variance below.
  public let denominator: Double

  /// The distribution with these degrees of freedom.
  ///
  /// - Throws: ``StatisticsError/degreesOfFreedom(_:)`` unless both are positive and finite.
  public init(numerator: Double, denominator: Double) throws(StatisticsError) {
    for degrees in [numerator, denominator] where !(degrees > 0 && degrees.isFinite) {
      throw .degreesOfFreedom(degrees)
    }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The f with P(F > f) = probability.
  ///
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the probability lies
  ///   between 0 and 1, both excluded.
  public func upperQuantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "F quantile", at: probability) {
      boost_math_fisher_f_quantile_complement(numerator, denominator, probability, $0)
    }
  }
}
