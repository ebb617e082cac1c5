/// The ratio candidate / baseline of paired measurements: the estimator of the decision rule.
///
/// Both sides of a pair ran on the same machine at the same time, so what disturbed one also disturbed the
/// other and cancels in their quotient. A few outlying pairs remain, and one of them must not decide: hence a
/// trimmed mean. 10 % is enough for that, and its tail is right at 10 pairs, where 20 % gives too many false
/// alarms.
///
/// With d = ln(candidate / baseline) for each of n pairs, g = floor(0.1 n) cut at each end
/// and h = n - 2g left:
///
///     location = mean of the h middle d
///     s_w²     = Σ(w - w̄)² / (n - 1), where w is d with the g smallest set to the next
///                larger one, and the g largest to the next smaller one
///     se       = s_w / ((1 - 2g/n) √n)
///
/// and (location - true) / se follows Student's t with h - 1 degrees of freedom.
///
/// Sources: K. K. Yuen, "The two-sample trimmed t for unequal population variances",
/// Biometrika 61 (1974), 165-170; for one sample of differences J. W. Tukey,
/// D. H. McLaughlin, "Less vulnerable confidence and significance procedures for location
/// based on a single sample", Sankhyā A 25 (1963), 331-352.
public struct PairedRatio: Hashable, Sendable {
  /// The share of the pairs that is cut at each end.
  public static let trimmedShare = 0.1

  /// The fewest pairs that have a spread.
  public static let fewestPairs = 2

  /// n, the number of pairs.
  public let pairCount: Int
  /// g, the number of pairs cut at each end.
  public let trimmedPerEnd: Int
  /// ln(candidate / baseline), with its standard error and h - 1 degrees of freedom.
  public let logRatio: LogRatio

  /// Estimates from two sides whose values are paired by position in run order.
  /// - Throws: ``StatisticsError/unequalLengths(baseline:candidate:)``;
  ///   ``StatisticsError/tooFewPairs(found:needed:)`` for a single pair;
  ///   ``StatisticsError/notPositive(side:index:value:)`` if a logarithm is undefined.
  /// - Complexity: O(n log n).
  public init(baseline: Distribution, candidate: Distribution) throws(StatisticsError) {
    try self.init(LogQuotients(baseline: baseline, candidate: candidate))
  }

  /// Estimates from logarithms of quotients.
  /// - Throws: ``StatisticsError/tooFewPairs(found:needed:)`` for a single pair.
  /// - Complexity: O(n).
  public init(_ quotients: LogQuotients) throws(StatisticsError) {
    let n = quotients.count
    guard n >= Self.fewestPairs else { throw .tooFewPairs(found: n, needed: Self.fewestPairs) }

    let d = quotients.sorted
    let g = quotients.trimmedPerEnd
    let h = n - 2 * g
    let winsorised = d.map { min(max($0, d[g]), d[n - 1 - g]) }
    let deviation = (CentralMoments(sorted: winsorised).second / Double(n - 1)).squareRoot()
    let kept = Double(h) / Double(n)

    pairCount = n
    trimmedPerEnd = g
    logRatio = LogRatio(
      location: quotients.trimmedMean,
      standardError: deviation / (kept * Double(n).squareRoot()),
      degreesOfFreedom: Double(h - 1))
  }

  /// g for n pairs.
  static func trimmedPerEnd(of pairCount: Int) -> Int { Int(trimmedShare * Double(pairCount)) }

  /// h - 1 for n pairs: their degrees of freedom.
  public static func degreesOfFreedom(of pairCount: Int) -> Double {
    Double(pairCount - 2 * trimmedPerEnd(of: pairCount) - 1)
  }
}
