/// How closely two measurements of the same things are related, from -1 to 1, with its 95 % interval.
///
/// Pearson's r needs a line, Spearman's only the same order: it is Pearson's r of the ranks, in which equal
/// values share their mean rank. The interval is Fisher's: atanh r is nearly normal with the standard error
///
///     1 / √(n - 3)                  of Pearson's r
///     √((1 + r² / 2) / (n - 3))     of Spearman's r
///
/// At r = ±1 it has no width, although a few pairs may have one order by chance (``hasInterval``).
///
/// It holds for n independent pairs. Runs of one story are not independent: they are close together, so an
/// interval over runs is too narrow. Use the one over stories.
///
/// Sources: R. A. Fisher, "On the 'Probable Error' of a Coefficient of Correlation Deduced from a Small
/// Sample", Metron 1 (1921), 3-32; C. Spearman, "The Proof and Measurement of Association between Two
/// Things", American Journal of Psychology 15 (1904), 72-101; D. G. Bonett, T. A. Wright, "Sample Size
/// Requirements for Estimating Pearson, Kendall and Spearman Correlations", Psychometrika 65 (2000),
/// 23-28, for the error of Spearman's.
public struct Correlation: Hashable, Sendable {
  /// Fewer pairs have no interval.
  public static let fewestPairs = 4

  /// A kind of correlation.
  public enum Coefficient: Hashable, Sendable, CaseIterable {
    /// The correlation of the values.
    case pearson
    /// The correlation of their ranks.
    case spearman
  }

  /// The number of pairs.
  public let count: Int
  /// r with its 95 % interval; without a unit.
  public let estimate: Estimate

  /// A Boolean value indicating whether the interval says how uncertain r is: not if all pairs are on one
  /// line, or in one order.
  public var hasInterval: Bool { estimate.point.magnitude < 1 - 1e-12 }

  /// The correlation of pairs in any order.
  /// - Returns: nil if either side is the same in all pairs.
  /// - Throws: ``StatisticsError/tooFewPairs(found:needed:)``;
  /// ``StatisticsError/notFinite(index:value:)``; ``StatisticsError/notRepresentable(value:)`` for values too
  /// far apart for a `Double`.
  public init?(_ kind: Coefficient, of pairs: [(x: Double, y: Double)]) throws(StatisticsError) {
    guard pairs.count >= Self.fewestPairs else {
      throw .tooFewPairs(found: pairs.count, needed: Self.fewestPairs)
    }
    var sides = [pairs.map(\.x), pairs.map(\.y)]
    for side in sides { try Distribution.requireFinite(side) }
    if kind == .spearman { sides = sides.map(Self.ranks) }
    let (x, y) = (try Self.deviations(sides[0]), try Self.deviations(sides[1]))
    let products = Self.sum(x, y)
    let squares = (Self.sum(x, x) * Self.sum(y, y)).squareRoot()
    guard squares > 0 else { return nil }
    count = pairs.count
    estimate = try Self.interval(around: min(1, max(-1, products / squares)), count: count, kind)
  }

  private static func interval(
    around r: Double, count: Int, _ kind: Coefficient
  ) throws(StatisticsError) -> Estimate {
    let spread = kind == .pearson ? 1 : (1 + r * r / 2).squareRoot()
    let error = spread / Double(count - 3).squareRoot()
    let half = try StudentT.normal.criticalValue(confidenceLevel: 0.95) * error
    let place = r.inverseHyperbolicTangent
    return try Estimate(
      point: r, lower: min(r, (place - half).hyperbolicTangent),
      upper: max(r, (place + half).hyperbolicTangent), standardError: (1 - r * r) * error,
      confidenceLevel: 0.95)
  }

  /// Differences from the mean, scaled so that the largest is 1.
  private static func deviations(_ values: [Double]) throws(StatisticsError) -> [Double] {
    let mean = CompensatedSum(values).value / Double(values.count)
    // Equal values have no differences, whatever their mean was rounded to.
    guard let first = values.first, values.contains(where: { $0 != first }) else {
      return values.map { _ in 0 }
    }
    let deviations = values.map { $0 - mean }
    guard let largest = deviations.map(\.magnitude).max(), largest.isFinite else {
      throw .notRepresentable(value: "correlation")
    }
    return deviations.map { $0 / largest }
  }

  private static func sum(_ x: [Double], _ y: [Double]) -> Double {
    CompensatedSum(zip(x, y).map { $0 * $1 }).value
  }

  /// The doubled rank of each value.
  private static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    for (place, rank) in zip(order, SignedRank.doubledRanks(of: order.map { values[$0] })) {
      ranks[place] = Double(rank)
    }
    return ranks
  }
}
