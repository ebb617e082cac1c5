import CBoostMath

/// Fisher's F distribution, of the quotient of two variances of equal size.
///
/// Computed by Boost.Math. Source: G. W. Snedecor, "Calculation and Interpretation of Analysis of
/// Variance and Covariance" (1934).
public struct FisherF: Hashable, Sendable {
  /// The degrees of freedom of the numerator; positive, and possibly fractional.
  public let numerator: Double
  /// The degrees of freedom of the denominator.
  public let denominator: Double

  /// The distribution with these degrees of freedom.
  /// - Throws: ``StatisticsError/degreesOfFreedom(_:)`` unless both are positive and finite.
  public init(numerator: Double, denominator: Double) throws(StatisticsError) {
    for degrees in [numerator, denominator] where !(degrees > 0 && degrees.isFinite) {
      throw .degreesOfFreedom(degrees)
    }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The f with P(F > f) = probability.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the probability lies
  ///   between 0 and 1, both excluded.
  public func upperQuantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "F quantile", at: probability) {
      boost_math_fisher_f_quantile_complement(numerator, denominator, probability, $0)
    }
  }
}
