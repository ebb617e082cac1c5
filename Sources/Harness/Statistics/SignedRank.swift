/// The exact signed-rank test of paired measurements, a cross-check of ``PairedRatio``'s test: it
/// assumes symmetry about the true ratio and nothing of the tails.
///
/// With d = ln(candidate / baseline) - ln(bound) without its zeros, W⁺ is the sum of the ranks of
/// |d| over the positive d; equal |d| share the mean of their ranks. Under the hypothesis every
/// sign is a fair coin, so P(W⁺ ≥ w) is counted over all 2ⁿ signs, ties included.
///
/// The smallest p of n pairs is 2⁻ⁿ: to reach 1 % over 36 tests takes 12 pairs.
///
/// Sources: F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945),
/// 80-83; for counting M. Hollander, D. A. Wolfe, "Nonparametric Statistical Methods" (1973), section
/// 3.1. Neither Boost nor the C++ library has it.
public struct SignedRank: Hashable, Sendable {
  /// How many pairs differ from the bound.
  public let count: Int
  /// W⁺, the sum of the ranks of the pairs above the bound.
  public let statistic: Double
  /// P(W⁺ at least this great) if the ratio is at most the bound; 1 where no pair differs.
  public let pValue: Double

  /// Tests "the ratio candidate / baseline is at most this".
  ///
  /// - Throws: As ``PairedRatio/init(baseline:candidate:)``, but for a single pair, which is
  ///   enough here; ``StatisticsError/undefined(function:argument:)`` unless the bound is above 0.
  /// - Complexity: O(n³).
  public init(
    baseline: Distribution, candidate: Distribution, ratioAtMost bound: Double
  ) throws(StatisticsError) {
    guard bound > 0, bound.isFinite else {
      throw .undefined(function: "logarithm", argument: bound)
    }
    let shift = bound.naturalLogarithm
    let differences = try LogQuotients(baseline: baseline, candidate: candidate).sorted
      .map { $0 - shift }.filter { $0 != 0 }.sorted { abs($0) < abs($1) }
    // Doubled, so that the mean of two ranks is whole.
    let ranks = Self.doubledRanks(of: differences.map { abs($0) })
    let sum = zip(differences, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    count = differences.count
    statistic = Double(sum) / 2
    pValue = Self.upperTail(ranks, sum)
  }

  private static func doubledRanks(of sorted: [Double]) -> [Int] {
    var ranks: [Int] = []
    while ranks.count < sorted.count {
      let first = ranks.count
      let last = sorted.lastIndex { $0 == sorted[first] } ?? first
      ranks += Array(repeating: first + last + 2, count: last - first + 1)
    }
    return ranks
  }

  /// The share of all choices of signs whose positive ranks sum to at least `sum`.
  private static func upperTail(_ ranks: [Int], _ sum: Int) -> Double {
    var shares = [1.0]
    for rank in ranks {
      var next = Array(repeating: 0.0, count: shares.count + rank)
      for (value, share) in shares.enumerated() {
        next[value] += share / 2
        next[value + rank] += share / 2
      }
      shares = next
    }
    return min(1, CompensatedSum(shares[sum...]).value)
  }
}
