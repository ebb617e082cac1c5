/// Weights as shares of their sum, and the possible results within their ranges.
///
/// With factors F_k of n skills, or given weights:
///
///     M   = ΣF / 100
///     W_k = F_k / M, the share in percent
///
/// The source prints W_k = M · F_k (p. 43), which its own table 16 contradicts: that would be 2380.8 for the
/// first skill, whose weight is 6.05. All of its 17 weights are F_k / M, and their sum is 100.
///
/// Source: see ``Skill``.
public struct Weights: Hashable, Sendable {
  /// The given weights.
  public let amounts: [Amount]
  /// Their sum.
  public let total: Double

  /// - Throws: ``WeighingError/noWeight`` if all are 0.
  public init(_ amounts: [Amount]) throws(WeighingError) {
    total = amounts.reduce(0) { $0 + $1.value }
    guard total > 0 else { throw .noWeight }
    self.amounts = amounts
  }

  /// M, the value of one percent: a hundredth of the sum.
  public var multiplier: Double { total / 100 }

  /// Each one's share of the sum, from 0 to 1.
  public var shares: [Double] { amounts.map { $0.value / total } }

  /// A Boolean value indicating whether each is a single number.
  public var areExact: Bool { amounts.allSatisfy(\.isExact) }

  /// The range of a weight's share, while all weights vary within their ranges: it is at one end while all
  /// others are at the opposite end.
  public func range(of index: Int) -> ClosedRange<Double> {
    func share(_ own: Double, _ other: KeyPath<ClosedRange<Double>, Double>) -> Double {
      let others = amounts.indices.filter { $0 != index }
        .reduce(0) { $0 + amounts[$1].range[keyPath: other] }
      return own + others > 0 ? own / (own + others) : 0
    }
    if areExact { return shares[index]...shares[index] }
    let range = amounts[index].range
    let low = share(range.lowerBound, \.upperBound)
    return low...max(low, share(range.upperBound, \.lowerBound))
  }

  /// The weighted mean of values.
  public func mean(_ values: [Double]) -> Double {
    zip(shares, values).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The exact range of the mean, with any weights within their ranges and any values within theirs.
  ///
  /// A mean grows with each of its values, so its ends are at theirs. It is monotonic in each weight, so it
  /// is greatest with each weight at an end: the highest for values above that greatest mean, the lowest for
  /// those below it. With sorted values it is therefore one of n sums.
  public func means(_ values: [ClosedRange<Double>]) -> ClosedRange<Double> {
    let low = -greatestMean(values.map { -$0.lowerBound })
    let high = greatestMean(values.map(\.upperBound))
    return low...max(low, high)
  }

  private func greatestMean(_ values: [Double]) -> Double {
    let order = values.indices.sorted { values[$0] > values[$1] }
    var greatest = -Double.infinity
    for count in 0...order.count {
      var (weights, sum) = (0.0, 0.0)
      for (place, index) in order.enumerated() {
        let range = amounts[index].range
        let weight = place < count ? range.upperBound : range.lowerBound
        weights += weight
        sum += weight * values[index]
      }
      if weights > 0 { greatest = max(greatest, sum / weights) }
    }
    return greatest
  }

  /// The share of one weight at which the mean of the values is 0, while the others keep their proportion:
  /// beyond it the mean changes its sign. Nil if there is no such share.
  ///
  /// Source: E. Triantaphyllou, A. Sánchez, "A Sensitivity Analysis Approach for Some Deterministic
  /// Multi-Criteria Decision-Making Methods", Decision Sciences 28 (1997), 151-194.
  public func turningShare(of index: Int, _ values: [Double]) -> Double? {
    let others = total - amounts[index].value
    guard others > 0 else { return nil }
    let rest =
      values.indices.filter { $0 != index }
      .reduce(0) { $0 + amounts[$1].value * values[$1] } / others
    // From `rest` at a share of 0 to the value itself at 1.
    guard rest * values[index] < 0 else { return nil }
    return rest / (rest - values[index])
  }
}

/// How important a criterion is, by its share: the meaning of the colours in the source's guideline (p. 55),
/// which gives no limits.
///
/// The limits are our choice. With n equal criteria each has 1/n: a share of at most half of that is not so
/// important, and one and a half times that or more is crucial.
public enum Importance: String, CaseIterable, Sendable {
  /// Red in the source.
  case crucial
  /// Orange.
  case important
  /// Green.
  case minor = "not so important"

  /// The importance of a share among this many criteria.
  public init(share: Double, among count: Int) {
    let equalShares = share * Double(count)
    self = equalShares <= 0.5 ? .minor : equalShares < 1.5 ? .important : .crucial
  }
}
