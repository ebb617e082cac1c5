/// Two alternatives compared by several criteria: the weighted product of their ratios.
///
/// With r_k, how many times as good the first is by criterion k, and weights w_k with the sum 1:
///
///     score = Π r_k ^ w_k,   ln score = Σ w_k ln r_k
///
/// Ratios have no units, so criteria need no common scale, and no choice of a scale changes the order, as it
/// does for weighted sums. Twice and half cancel out.
///
/// Its range contains every result of weights and ratios within their ranges. Criteria need not be
/// independent: the standard error of Σ w_k ln r_k is at most Σ w_k s_k, whatever the dependence. So for
/// normal errors the score's range covers the true score at least as often as each ratio's does.
///
/// Sources: P. W. Bridgman, "Dimensional Analysis" (1922); D. W. Miller, M. K. Starr, "Executive
/// Decisions and Operations Research" (1969); C. Tofallis, "Add or Multiply? A Tutorial on Ranking and
/// Choosing with Multiple Criteria", INFORMS Transactions on Education 14 (2014), 109-119. For orders
/// that hold over all weights allowed: M. Weber, "Decision making with incomplete information", European
/// Journal of Operational Research 28 (1987), 44-57.
public struct WeightedProduct: Hashable, Sendable {
  /// ln r_k of one criterion: how many times as good the first alternative is.
  public struct LogRatio: Hashable, Sendable {
    /// The best single value; above 0 if the first alternative is better.
    public let value: Double
    /// From the lowest to the highest possible value.
    public let range: ClosedRange<Double>

    /// A logarithm with its range, which is widened to include it.
    public init(_ value: Double, range: ClosedRange<Double>) {
      self.value = value
      self.range = min(value, range.lowerBound)...max(value, range.upperBound)
    }
  }

  /// The order of two alternatives, or why there is none.
  public enum Order: Hashable, Sendable {
    /// The first alternative is better, by all weights and values within their ranges.
    case first
    case second
    /// They differ by less than what counts as a difference.
    case negligible
    /// With the given weights an order would be shown, but not with all weights within their ranges.
    case openByWeights
    /// The values don't distinguish the two, even with the given weights.
    case openByValues
  }

  /// The criteria's weights.
  public let weights: Weights
  /// ln of the greatest negligible score.
  public let negligible: Double
  /// The criteria's ratios, in the order of the weights.
  public let logRatios: [LogRatio]
  /// ln of the score, by the best single values.
  public let logScore: Double
  /// ln of the score over the values' ranges, with the given weights.
  public let overValues: ClosedRange<Double>
  /// ln of the score over the ranges of values and weights.
  public let overAll: ClosedRange<Double>
  /// The order of the two.
  public let order: Order

  /// The product of ratios, one for each weight. `negligible` is 0 or more.
  public init(_ logRatios: [LogRatio], weights: Weights, negligible: Double) {
    precondition(logRatios.count == weights.amounts.count)
    self.weights = weights
    self.logRatios = logRatios
    self.negligible = negligible
    logScore = weights.mean(logRatios.map(\.value))
    let low = weights.mean(logRatios.map(\.range.lowerBound))
    overValues = low...max(low, weights.mean(logRatios.map(\.range.upperBound)))
    overAll = weights.means(logRatios.map(\.range))
    order =
      if !Self.isClear(overValues) {
        .openByValues
      } else if abs(logScore) <= negligible {
        .negligible
      } else if !Self.isClear(overAll) {
        .openByWeights
      } else {
        logScore > 0 ? .first : .second
      }
  }

  private static func isClear(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound > 0 || range.upperBound < 0
  }
}

extension WeightedProduct {
  /// The second alternative compared with the first.
  public var reversed: WeightedProduct {
    WeightedProduct(
      logRatios.map {
        LogRatio(-$0.value, range: -$0.range.upperBound...(-$0.range.lowerBound))
      }, weights: weights, negligible: negligible)
  }

  /// For each criterion, the share of its weight at which the score is 1; see
  /// ``Weights/turningShare(of:_:)``.
  public var turningShares: [Double?] {
    let values = logRatios.map(\.value)
    return logRatios.indices.map { weights.turningShare(of: $0, values) }
  }

  /// For each criterion, the share of its weight at which its values no longer show the order, while the
  /// other weights keep their proportion; nil if there is no such share, or no order.
  public var limitingShares: [Double?] {
    guard Self.isClear(overValues) else { return logRatios.map { _ in nil } }
    let ends = logRatios.map { logScore > 0 ? $0.range.lowerBound : $0.range.upperBound }
    return logRatios.indices.map { weights.turningShare(of: $0, ends) }
  }

  /// The criteria whose weight, varied alone within its range, reaches its ``limitingShares``.
  public var limitingCriteria: [Int] {
    let shares = limitingShares
    return shares.indices.filter { index in
      shares[index].map { weights.range(of: index).contains($0) } ?? false
    }
  }

  /// The criterion whose values leave the most open, and its part of everything they leave open; nil if they
  /// are exact.
  public var leastKnown: (criterion: Int, part: Double)? {
    let widths = zip(weights.shares, logRatios).map {
      $0 * ($1.range.upperBound - $1.range.lowerBound)
    }
    let all = widths.reduce(0, +)
    guard all > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) else {
      return nil
    }
    return (widest, widths[widest] / all)
  }
}
