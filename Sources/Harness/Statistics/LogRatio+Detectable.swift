extension LogRatio {
  /// The smallest true ratio that a test like this one would have found, with this power: how
  /// sharp the measurement was, whatever it found.
  ///
  /// The one-sided test of "the ratio is at most this bound" at level alpha rejects beyond the t
  /// quantile of 1 - alpha. If the true ratio is r, the statistic follows the noncentral t with
  /// the noncentrality δ = (ln r - ln bound) / se. So with the δ at which that quantile is exceeded
  /// with the wanted power:
  ///
  ///     detectable = bound · exp(δ se)
  ///
  /// The standard error is the measured one: the figure is an estimate, as noisy as that error. Beyond
  /// a thousandfold it is infinite: so few pairs, or such noise, show nothing at all.
  ///
  /// Source: J. Cohen, "Statistical Power Analysis for the Behavioral Sciences" (2nd edition, 1988),
  /// chapter 2; δ by Boost.Math's noncentral t.
  ///
  /// - Throws: ``StatisticsError/probability(_:)`` unless alpha and power lie between 0 and 1;
  ///   ``StatisticsError/undefined(function:argument:)`` unless the bound is above 0.
  public func detectableRatio(
    above bound: Double, alpha: Double, power: Double
  ) throws(StatisticsError) -> Double {
    guard bound > 0, bound.isFinite else {
      throw .undefined(function: "logarithm", argument: bound)
    }
    let noncentrality = try NoncentralT.noncentrality(
      degreesOfFreedom: degreesOfFreedom, alpha: alpha, power: power)
    let ratio = bound * (noncentrality * standardError).exponential
    return ratio <= 1000 ? ratio : .infinity
  }

  /// The upper end of a one-sided interval: the true ratio is below it in this share of cases.
  ///
  /// - Throws: ``StatisticsError/probability(_:)`` unless the level lies between 0 and 1.
  public func upperBound(confidenceLevel: Double) throws(StatisticsError) -> Double {
    try StatisticsError.requireLevel(confidenceLevel)
    let t = try StudentT(degreesOfFreedom: degreesOfFreedom).upperQuantile(1 - confidenceLevel)
    return (location + t * standardError).exponential
  }
}
