/// The exact signed-rank test of paired measurements, the second part of ``PairedTest``: it assumes symmetry
/// about the true ratio and nothing about the tails.
///
/// With d = ln(candidate / baseline) - ln(bound) without its zeros, W⁺ is the sum of the ranks of
/// |d| over the positive d; equal |d| share the mean of their ranks. Under the hypothesis every
/// sign is a fair coin, so P(W⁺ ≥ w) is counted over all 2ⁿ signs, ties included.
///
/// Beyond ``maximumCounted`` pairs, which no interim analysis reaches, the normal distribution is used.
///
/// The smallest p of n pairs is 2⁻ⁿ: to reach 1 % over 36 tests takes 12 pairs.
///
/// Sources: F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945),
/// 80-83; for counting M. Hollander, D. A. Wolfe, "Nonparametric Statistical Methods" (1973), section
/// 3.1. Neither Boost nor the C++ library has it.
public struct SignedRank: Hashable, Sendable {
  /// The most pairs whose signs are counted.
  static let maximumCounted = 128

  /// The number of pairs that differ from the bound.
  public let count: Int
  /// W⁺, the sum of the ranks of the pairs above the bound.
  public let statistic: Double
  /// P(W⁺ at least this great) if the ratio is at most the bound; 1 if no pair differs.
  public let pValue: Double

  /// Tests "the ratio candidate / baseline is at most this"; a single pair is enough.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the bound is above 0.
  public init(_ quotients: LogQuotients, ratioAtMost bound: Double) throws(StatisticsError) {
    try self.init(quotients, bound: bound, sign: 1)
  }

  /// Tests "the ratio candidate / baseline is at least this", the mirror image.
  /// - Throws: As ``init(_:ratioAtMost:)``.
  public init(_ quotients: LogQuotients, ratioAtLeast bound: Double) throws(StatisticsError) {
    try self.init(quotients, bound: bound, sign: -1)
  }

  private init(_ quotients: LogQuotients, bound: Double, sign: Double) throws(StatisticsError) {
    guard bound > 0, bound.isFinite else {
      throw .undefined(function: "logarithm", argument: bound)
    }
    let shift = bound.naturalLogarithm
    let differences = quotients.sorted.map { ($0 - shift) * sign }.filter { $0 != 0 }
      .sorted { abs($0) < abs($1) }
    // Doubled, so that the mean of two ranks is an integer.
    let ranks = Self.doubledRanks(of: differences.map { abs($0) })
    let sum = zip(differences, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    count = differences.count
    statistic = Double(sum) / 2
    pValue = try Self.upperTail(ranks, sum)
  }

  /// The smallest sum of positive ranks that is significant at this level for this many pairs without ties;
  /// nil if none is.
  static func criticalValue(count: Int, level: Double) throws(StatisticsError) -> Int? {
    let shares: [Double]
    if count < untied.count {
      shares = untied[count]
    } else {
      shares = (1...count).reduce([1]) { adding($1, to: $0) }
    }
    var tail = 0.0
    for sum in shares.indices.reversed() {
      tail += shares[sum]
      if tail > level { return sum + 1 < shares.count ? sum + 1 : nil }
    }
    return 0
  }

  /// Doubled ranks, from 1; equal values share their mean rank.
  static func doubledRanks(of sorted: [Double]) -> [Int] {
    var ranks: [Int] = []
    while ranks.count < sorted.count {
      let first = ranks.count
      let last = (sorted[first...].firstIndex { $0 != sorted[first] } ?? sorted.count) - 1
      ranks += Array(repeating: first + last + 2, count: last - first + 1)
    }
    return ranks
  }

  /// The share of all choices of signs whose positive ranks sum to at least `sum`.
  private static func upperTail(_ ranks: [Int], _ sum: Int) throws(StatisticsError) -> Double {
    guard ranks.count <= maximumCounted else { return try normalTail(ranks, sum) }
    let isUntied = zip(ranks, 1...).allSatisfy { $0 == 2 * $1 }
    if isUntied, ranks.count < untied.count {
      return min(1, CompensatedSum(Array(untied[ranks.count][(sum / 2)...])).value)
    }
    let shares = ranks.reduce([1]) { adding($1, to: $0) }
    return min(1, CompensatedSum(Array(shares[sum...])).value)
  }

  /// The same by the normal distribution with the sum's own mean and variance, and a continuity correction.
  /// The sum's tails are lighter, so this p is the greater one if it is small.
  private static func normalTail(_ ranks: [Int], _ sum: Int) throws(StatisticsError) -> Double {
    let mean = Double(ranks.reduce(0, +)) / 2
    let variance = ranks.reduce(0) { $0 + Double($1) * Double($1) } / 4
    return try StudentT.normal.upperTail((Double(sum) - 1 - mean) / variance.squareRoot())
  }

  /// For each number of pairs without ties, the shares of the sums 0, 1, …: most cells have no ties, and there
  /// are many cells.
  private static let untied: [[Double]] = (1...maximumCounted).reduce(into: [[1]]) { shares, rank in
    shares.append(adding(rank, to: shares[rank - 1]))
  }

  /// The shares of the sums with one more rank.
  private static func adding(_ rank: Int, to shares: [Double]) -> [Double] {
    var next = Array(repeating: 0.0, count: shares.count + rank)
    for (value, share) in shares.enumerated() {
      next[value] += share / 2
      next[value + rank] += share / 2
    }
    return next
  }
}
