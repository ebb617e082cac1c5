import CBoostMath

/// Student's t of a true effect, as the power of a test needs it.
enum NoncentralT {
  /// The effect, in standard errors, at which a one-sided t test of level alpha rejects with this
  /// power.
  ///
  /// - Throws: ``StatisticsError/probability(_:)`` unless both lie between 0 and 1;
  ///   ``StatisticsError/undefined(function:argument:)`` where Boost finds none.
  static func noncentrality(
    degreesOfFreedom: Double, alpha: Double, power: Double
  ) throws(StatisticsError) -> Double {
    try StatisticsError.requireLevel(alpha)
    try StatisticsError.requireLevel(power)
    let critical = try StudentT(degreesOfFreedom: degreesOfFreedom).upperQuantile(alpha)
    return try BoostMath.value(of: "noncentrality of t", at: power) {
      boost_math_noncentral_t_noncentrality(degreesOfFreedom, critical, power, $0)
    }
  }
}
