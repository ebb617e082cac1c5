/// Weights as shares of their sum, and what they come to anywhere within their ranges.
///
/// With factors F_k of n skills, or weights that were given outright:
///
///     M   = ΣF / 100
///     W_k = F_k / M, the share in percent
///
/// The source prints W_k = M · F_k (p. 43), which its own table 16 refutes: that would be 2380.8 for the
/// first skill, whose weight is 6.05. All of its 17 weights are F_k / M, and have the sum of 100.
///
/// Source: as of ``Skill``.
public struct Weights: Hashable, Sendable {
  /// The weights as they were given.
  public let amounts: [Amount]
  /// Their sum.
  public let total: Double

  /// - Throws: ``WeighingError/noWeight`` where all are 0.
  public init(_ amounts: [Amount]) throws(WeighingError) {
    total = amounts.reduce(0) { $0 + $1.value }
    guard total > 0 else { throw .noWeight }
    self.amounts = amounts
  }

  /// M, the value of one percent: a hundredth of the sum.
  public var multiplier: Double { total / 100 }

  /// Each one's share of the sum, from 0 to 1.
  public var shares: [Double] { amounts.map { $0.value / total } }

  /// A Boolean value indicating whether all of them are one number alone.
  public var areExact: Bool { amounts.allSatisfy(\.isExact) }

  /// From the least share that a weight may have to the greatest, while all of them move within their
  /// ranges: it at one end, all others at the opposite one.
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

  /// The mean of values, each by its weight.
  public func mean(_ values: [Double]) -> Double {
    zip(shares, values).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// From the least mean to the greatest that any weights within their ranges and any values within
  /// theirs have. Exact.
  ///
  /// A mean grows with each of its values, so its ends are at theirs. As a function of one weight it goes
  /// one way, so it is greatest where each weight is at an end: the highest for values above that
  /// greatest mean, the lowest for those below it. So it is one of n sums, the values being sorted.
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
  /// more of it, or less, and the mean has the other sign. Nil where no share does that.
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

/// How important a criterion is, by its share: what the colours of the source's guideline stand for
/// (p. 55), which gives no limits.
///
/// The limits are a choice of ours. Of n criteria that weigh the same each has 1/n: what has half of that
/// or less is not so important, what has one and a half of it or more is crucial.
public enum Importance: String, CaseIterable, Sendable {
  /// Red in the source.
  case crucial
  /// Orange.
  case important
  /// Green.
  case minor = "not so important"

  /// The importance of a share among so many criteria.
  public init(share: Double, among count: Int) {
    let equalShares = share * Double(count)
    self = equalShares <= 0.5 ? .minor : equalShares < 1.5 ? .important : .crucial
  }
}
