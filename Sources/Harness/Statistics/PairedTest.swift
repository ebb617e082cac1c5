/// The decision rule's test of pairs: what Student's t of the trimmed mean (``PairedRatio``, over
/// layouts ``ClusteredRatio``) and the exact signed rank of all pairs (``SignedRank``) both show.
///
///     p = max(p of t, p of the signed rank)
///
/// The t test alone claims of ten pairs more than ten coins can show: where a pair's difference has two
/// modes, since one side is the slow one by chance, 11 of 1,024 draws look certain to it. The signed
/// rank asks for symmetry alone, and its p, so this one too, is never below 2⁻ⁿ, whatever the
/// spread. The greater of two p values is one: it is small only where both are.
///
/// Source: R. L. Berger, "Multiparameter Hypothesis Testing and Acceptance Sampling", Technometrics 24
/// (1982), 295-300, for tests that reject where all of several do.
public struct PairedTest: Hashable, Sendable {
  /// The estimate from all pairs, with the t test's error and degrees.
  public let logRatio: LogRatio
  private let quotients: LogQuotients

  /// A test of pairs.
  ///
  /// - Throws: ``StatisticsError/tooFewPairs(found:needed:)`` for a single pair.
  public init(_ quotients: LogQuotients) throws(StatisticsError) {
    logRatio = try PairedRatio(quotients).logRatio
    self.quotients = quotients
  }

  /// A test of pairs in clusters, over which the t test is made.
  ///
  /// - Throws: ``StatisticsError/tooFewClusters(found:needed:)``.
  public init(_ clusters: [LogQuotients]) throws(StatisticsError) {
    logRatio = try ClusteredRatio(clusters).logRatio
    quotients = LogQuotients(try Distribution(clusters.flatMap(\.values)))
  }

  /// The p value of "the ratio is at most this".
  ///
  /// - Parameter level: beyond this no exact figure is needed: the t test's p is given then, which is
  ///   above the level, too, and saves counting.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the bound is above 0.
  public func pValue(
    ratioAtMost bound: Double, exactUpTo level: Double = 1
  ) throws(StatisticsError) -> Double {
    let p = try logRatio.pValue(ratioAtMost: bound)
    if p > level { return p }
    return max(p, try SignedRank(quotients, ratioAtMost: bound).pValue)
  }

  /// The p value of "the ratio is at least this", the mirror image.
  ///
  /// - Throws: As ``pValue(ratioAtMost:exactUpTo:)``.
  public func pValue(ratioAtLeast bound: Double) throws(StatisticsError) -> Double {
    max(
      try logRatio.pValue(ratioAtLeast: bound),
      try SignedRank(quotients, ratioAtLeast: bound).pValue)
  }
}
