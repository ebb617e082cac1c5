/// The order of alternatives as far as it is shown: each has a range of ranks, not one.
public struct Ranking: Hashable, Sendable {
  /// Two alternatives, by their places in a list, and what is known about their order.
  public struct Pair: Hashable, Sendable {
    /// The first one's place.
    public let first: Int
    /// The second one's place.
    public let second: Int
    /// Their scores.
    public let product: WeightedProduct

    /// A pair.
    public init(_ first: Int, _ second: Int, _ product: WeightedProduct) {
      self.first = first
      self.second = second
      self.product = product
    }
  }

  /// All pairs.
  public let pairs: [Pair]
  /// ln of each alternative's score relative to the mean of all, by the best single values.
  public let logScores: [Double]
  /// For each alternative, the range of its possible ranks, 1 being the best.
  public let ranks: [ClosedRange<Int>]

  /// - Parameters:
  ///   - count: the number of alternatives.
  ///   - pairs: each combination of two once.
  public init(of count: Int, pairs: [Pair]) {
    var scores = [Double](repeating: 0, count: count)
    var (better, worse) = ([Int](repeating: 0, count: count), [Int](repeating: 0, count: count))
    for pair in pairs {
      scores[pair.first] += pair.product.logScore / Double(count)
      scores[pair.second] -= pair.product.logScore / Double(count)
      switch pair.product.order {
      case .first:
        better[pair.second] += 1
        worse[pair.first] += 1
      case .second:
        better[pair.first] += 1
        worse[pair.second] += 1
      case .negligible, .openByWeights, .openByValues: break
      }
    }
    self.pairs = pairs
    logScores = scores
    ranks = (0..<count).map { 1 + better[$0]...count - worse[$0] }
  }

  /// The alternatives' places by score, the best first.
  public var order: [Int] {
    logScores.indices.sorted { (-logScores[$0], $0) < (-logScores[$1], $1) }
  }

  /// The one that is shown to be better than all others; nil if none is.
  public var winner: Int? { ranks.firstIndex(of: 1...1) }

  /// The pair of two alternatives, the first one first.
  public func pair(_ one: Int, _ other: Int) -> Pair? {
    pairs.first { Set([$0.first, $0.second]) == Set([one, other]) }
  }
}
