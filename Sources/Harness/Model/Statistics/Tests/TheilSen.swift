/// The slope of values over time, and whether they rise: by ranks, so that neither a single outlier nor the
/// shape of the noise decides.
///
/// The slope is the median of the slopes of all pairs of points. S is the number of pairs that rise minus
/// those that fall. If all orders are equally likely, P(S ≥ s) is the share of permutations with few enough
/// inversions; it is counted, not approximated. The interval's ends are the slopes at the ranks that the same
/// distribution gives.
///
/// Sources: P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", Journal of the
/// American Statistical Association 63 (1968), 1379-1389; M. G. Kendall, "Rank Correlation Methods"
/// (1970), chapter 5.
public struct TheilSen: Hashable, Sendable {
  /// Slope in units of the values per unit of time.
  public let slope: Estimate
  /// Pairs of points that rise minus pairs that fall.
  public let statistic: Int
  /// P(S at least this great) if all orders are equally likely.
  public let pValue: Double

  /// The fewest points for which a 95 % interval is bounded.
  public static let fewestPoints = 5
  /// The most points whose pairs are all examined.
  public static let mostPoints = 100

  /// Fits a line to points in strictly ascending order of time; five to a hundred.
  /// - Throws: `StatisticsError` if there are fewer points or more, or if times don't ascend.
  public init(
    _ points: [(time: Double, value: Double)], confidenceLevel: Double = 0.95
  ) throws(StatisticsError) {
    guard points.count >= Self.fewestPoints else {
      throw .tooFewPairs(found: points.count, needed: Self.fewestPoints)
    }
    guard points.count <= Self.mostPoints else {
      throw .undefined(function: "slope of so many points", argument: Double(points.count))
    }
    var slopes: [Double] = []
    var rising = 0
    for (index, later) in points.enumerated() {
      for earlier in points[..<index] {
        let slope = (later.value - earlier.value) / (later.time - earlier.time)
        guard later.time > earlier.time, slope.isFinite else {
          throw .undefined(function: "slope", argument: later.time - earlier.time)
        }
        slopes.append(slope)
        rising += slope > 0 ? 1 : slope < 0 ? -1 : 0
      }
    }
    slopes.sort()
    let tails = Self.tails(points.count)
    statistic = rising
    // Without ties S is the number of pairs minus twice the inversions; a tie counts as one.
    pValue = tails[(slopes.count - rising + 1) / 2]
    // The most inversions that are still less likely than half of what the interval may miss.
    let inversions = tails.lastIndex { $0 <= (1 - confidenceLevel) / 2 } ?? 0
    let middle = slopes.count / 2
    let (lower, upper) = (slopes[inversions], slopes[slopes.count - 1 - inversions])
    slope = try Estimate(
      point: slopes.count % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2,
      lower: lower, upper: upper, standardError: (upper - lower) / 4,
      confidenceLevel: confidenceLevel)
  }

  /// For 0, 1, … inversions, the share of permutations that have no more.
  static func tails(_ count: Int) -> [Double] {
    var shares = [1.0]
    for place in 2...max(2, count) {
      var next = Array(repeating: 0.0, count: shares.count + place - 1)
      for (inversions, share) in shares.enumerated() {
        for added in 0..<place { next[inversions + added] += share / Double(place) }
      }
      shares = next
    }
    var sum = 0.0
    return shares.map { share in
      sum += share
      return min(1, sum)
    }
  }
}
