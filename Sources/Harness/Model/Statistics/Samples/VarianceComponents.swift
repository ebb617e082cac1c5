/// The spread of values within groups, and of the groups themselves: the one-way random model y = mean +
/// group + rest, by the analysis of variance.
///
/// With n_i values in each of k groups, N in all, ȳ_i the groups' means and ȳ that of all values:
///
///     MSW      = Σ Σ (y - ȳ_i)² / (N - k)
///     MSB      = Σ n_i (ȳ_i - ȳ)² / (k - 1)
///     n_0      = (N - Σ n_i² / N) / (k - 1)
///     within²  = MSW
///     between² = max(0, (MSB - MSW) / n_0)
///
/// The groups' means would spread even if the groups are alike; the part that their values explain is
/// subtracted. With n values in every group, between² is the variance of the means minus within² / n.
///
/// Source: S. R. Searle, G. Casella, C. E. McCulloch, "Variance Components" (1992), chapter 3.
public struct VarianceComponents: Hashable, Sendable {
  /// The fewest groups that have a spread.
  public static let fewestGroups = 2

  /// The groups' means, in the order of the groups.
  public let groupMeans: [Double]
  /// The mean of ``groupMeans``: every group weighs the same.
  public let mean: Double
  /// The standard deviation within groups, pooled; `nil` if no group has two values.
  public let withinDeviation: Double?
  /// The standard deviation between groups beyond what ``withinDeviation`` explains, 0 if it explains all;
  /// `nil` if that is unknown.
  public let betweenDeviation: Double?

  /// Takes the groups' values.
  /// - Throws: ``StatisticsError/tooFewClusters(found:needed:)`` for fewer than two groups;
  ///   `StatisticsError.notRepresentable(measurement:)` if a square exceeds a `Double`.
  /// - Complexity: O(N log N).
  public init(groups: [Distribution]) throws(StatisticsError) {
    let k = groups.count
    guard k >= Self.fewestGroups else { throw .tooFewClusters(found: k, needed: Self.fewestGroups) }
    let moments = groups.map { CentralMoments(sorted: $0.sorted) }
    groupMeans = moments.map(\.mean)
    mean = CentralMoments(sorted: groupMeans.sorted()).mean
    let sizes = groups.map { Double($0.count) }
    let total = sizes.reduce(0, +)
    let degrees = total - Double(k)
    guard degrees > 0 else {
      (withinDeviation, betweenDeviation) = (nil, nil)
      return
    }
    let within = CompensatedSum(moments.map(\.second)).value / degrees
    let squares = CompensatedSum(sizes.map { $0 * $0 }).value
    let effectiveSize = (total - squares / total) / Double(k - 1)
    let between = Self.meanSquare(of: groupMeans, sizes, total)
    guard within.isFinite, between.isFinite else { throw .notRepresentable(value: "variance") }
    withinDeviation = within.squareRoot()
    betweenDeviation = max(0, (between - within) / effectiveSize).squareRoot()
  }

  /// MSB, from deviations from the first mean: equal means then give exactly 0.
  private static func meanSquare(of means: [Double], _ sizes: [Double], _ total: Double) -> Double {
    let raw = means.map { $0 - means[0] }
    let center = CompensatedSum(zip(sizes, raw).map { $0 * $1 }).value / total
    let terms = zip(sizes, raw).map { $0 * ($1 - center) * ($1 - center) }
    return CompensatedSum(terms).value / Double(means.count - 1)
  }
}
