extension LogRatio {
  /// The upper end of a one-sided interval: the true ratio is below it in this share of cases.
  ///
  /// - Throws: ``StatisticsError/probability(_:)`` unless the level lies between 0 and 1.
  public func upperBound(confidenceLevel: Double) throws(StatisticsError) -> Double {
    try StatisticsError.requireLevel(confidenceLevel)
    let t = try StudentT(degreesOfFreedom: degreesOfFreedom).upperQuantile(1 - confidenceLevel)
    return (location + t * standardError).exponential
  }
}
