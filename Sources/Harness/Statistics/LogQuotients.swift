/// ln(candidate / baseline) of pairs: what the decision rule's estimators are made from; see
/// ``PairedRatio``.
public struct LogQuotients: Hashable, Sendable {
  /// In the order of the pairs.
  public let values: [Double]
  /// In ascending order.
  let sorted: [Double]

  /// Takes two sides whose values belong together by their position.
  ///
  /// - Throws: ``StatisticsError/unequalLengths(baseline:candidate:)``;
  ///   ``StatisticsError/notPositive(side:index:value:)`` where a logarithm is undefined.
  public init(baseline: Distribution, candidate: Distribution) throws(StatisticsError) {
    guard candidate.count == baseline.count else {
      throw .unequalLengths(baseline: baseline.count, candidate: candidate.count)
    }
    try baseline.requirePositive(as: .baseline)
    try candidate.requirePositive(as: .candidate)
    values = zip(candidate.values, baseline.values).map(Self.logarithmOfQuotient)
    sorted = values.sorted()
  }

  /// Takes logarithms that are known, such as those of pairs whose sides were exchanged.
  public init(_ logarithms: Distribution) {
    values = logarithms.values
    sorted = logarithms.sorted
  }

  /// How many pairs there are.
  public var count: Int { sorted.count }

  /// g, how many pairs are cut at each end.
  var trimmedPerEnd: Int { PairedRatio.trimmedPerEnd(of: count) }

  /// The mean of what is left.
  var trimmedMean: Double {
    let g = trimmedPerEnd
    return CentralMoments(sorted: Array(sorted[g..<(count - g)])).mean
  }

  /// The quotient first, since it is exact where the sides are near each other; the
  /// difference of logarithms only where the quotient leaves the range of a `Double`.
  private static func logarithmOfQuotient(candidate: Double, baseline: Double) -> Double {
    let quotient = candidate / baseline
    return quotient.isNormal
      ? quotient.naturalLogarithm
      : candidate.naturalLogarithm - baseline.naturalLogarithm
  }
}
