extension LogQuotients {
  /// The sample standard deviation, nearly the share by which a pair's ratio goes astray; 0 for a
  /// single pair. A few pairs that were disturbed make most of it.
  public var standardDeviation: Double {
    count > 1
      ? (CentralMoments(sorted: sorted).second / Double(count - 1)).squareRoot() : 0
  }

  /// The median distance from the median, in units of a normal distribution's standard deviation:
  /// what half of the pairs stay within, whatever became of the others.
  ///
  /// The factor is 1 / Φ⁻¹(3/4). Source: F. R. Hampel, "The Influence Curve and its Role in Robust
  /// Estimation", Journal of the American Statistical Association 69 (1974), 383-393.
  public var robustDeviation: Double {
    let center = Self.median(sorted)
    return 1.482_602_218_505_602 * Self.median(sorted.map { abs($0 - center) }.sorted())
  }

  private static func median(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
