import CBoostMath

/// The normal distribution with mean 0 and standard deviation 1, computed by Boost.Math.
///
/// It has no parameters and so no instances. The upper tail is the lower tail of -z.
public enum StandardNormal {
  /// P(Z ≤ z).
  ///
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` where z is not a number.
  public static func lowerTail(_ z: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "normal distribution", at: z) { boost_math_normal_cdf(z, $0) }
  }

  /// The z with P(Z ≤ z) = probability.
  ///
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the probability lies
  ///   between 0 and 1, both excluded.
  public static func quantile(_ probability: Double) throws(StatisticsError) -> Double {
    try BoostMath.value(of: "normal quantile", at: probability) {
      boost_math_normal_quantile(probability, $0)
    }
  }
}
