/// ln(candidate / baseline) of pairs, from which the decision rule's estimates are made; see ``PairedRatio``.
public struct LogQuotients: Hashable, Sendable {
  /// In the order of the pairs.
  public let values: [Double]
  let sorted: [Double]

  /// Takes two sides whose values are paired by position.
  /// - Throws: ``StatisticsError/unequalLengths(baseline:candidate:)``;
  ///   ``StatisticsError/notPositive(side:index:value:)`` if a logarithm is undefined.
  public init(baseline: Distribution, candidate: Distribution) throws(StatisticsError) {
    try self.init(baseline: baseline.values, candidate: candidate.values)
  }

  /// Takes two sides in the order of measurement, without sorting them.
  /// - Throws: the errors of distributions, and ``StatisticsError/notFinite(index:value:)``.
  public init(baseline: [Double], candidate: [Double]) throws(StatisticsError) {
    for side in [baseline, candidate] { try Distribution.requireFinite(side) }
    guard candidate.count == baseline.count else {
      throw .unequalLengths(baseline: baseline.count, candidate: candidate.count)
    }
    try Self.requirePositive(baseline, as: .baseline)
    try Self.requirePositive(candidate, as: .candidate)
    values = zip(candidate, baseline).map(Self.logarithmOfQuotient)
    sorted = values.sorted()
  }

  /// Throws for the first value that has no logarithm.
  private static func requirePositive(
    _ values: [Double], as side: StatisticsError.ComparedSide
  ) throws(StatisticsError) {
    for (index, value) in values.enumerated() where value <= 0 {
      throw .notPositive(side: side, index: index, value: value)
    }
  }

  /// Takes known logarithms, such as those of pairs whose sides were exchanged.
  public init(_ logarithms: Distribution) {
    values = logarithms.values
    sorted = logarithms.sorted
  }

  /// The number of pairs.
  public var count: Int { sorted.count }

  /// g, the number of pairs cut at each end.
  var trimmedPerEnd: Int { PairedRatio.trimmedPerEnd(of: count) }

  /// The mean of the others.
  var trimmedMean: Double {
    let g = trimmedPerEnd
    return CentralMoments(sorted: Array(sorted[g..<(count - g)])).mean
  }

  /// The quotient first, because it is exact if the sides are close; the difference of logarithms only if the
  /// quotient leaves the range of a `Double`.
  private static func logarithmOfQuotient(candidate: Double, baseline: Double) -> Double {
    let quotient = candidate / baseline
    return quotient.isNormal
      ? quotient.naturalLogarithm
      : candidate.naturalLogarithm - baseline.naturalLogarithm
  }

  /// The sample standard deviation, about the relative deviation of a pair's ratio; 0 for a single pair. A
  /// few disturbed pairs make up most of it.
  public var standardDeviation: Double {
    count > 1 ? (CentralMoments(sorted: sorted).second / Double(count - 1)).squareRoot() : 0
  }

  /// The median distance from the median, in units of a normal distribution's standard deviation: half of the
  /// pairs lie within it, whatever the others do.
  ///
  /// The factor is 1 / Φ⁻¹(3/4). Source: F. R. Hampel, "The Influence Curve and its Role in Robust
  /// Estimation", Journal of the American Statistical Association 69 (1974), 383-393.
  public var robustDeviation: Double {
    let center = sorted.medianOfSorted
    return 1.482_602_218_505_602 * sorted.map { abs($0 - center) }.sorted().medianOfSorted
  }
}
