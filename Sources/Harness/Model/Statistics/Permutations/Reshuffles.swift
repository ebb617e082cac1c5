import SeededRandom

/// The values that appear if only chance orders pairs or chooses their sides: the same differences reshuffled
/// many times.
///
/// If pairs are independent, any order of them could have been measured; if they lean to neither side, so
/// could any choice of signs. So the share of reshuffles that reach the real order's value is a p value
/// whatever the tails. This also holds for cells of one run, which change together, however alike they are.
///
/// Each value is examined twice: by its mean over all cells, for small effects in all, and by its greatest,
/// after subtracting each cell's own mean and dividing by its deviation over reshuffles, for a large effect
/// in one. p is twice the smaller.
///
/// Sources: E. J. G. Pitman, "Significance Tests Which May be Applied to Samples from any
/// Populations", Supplement to the Journal of the Royal Statistical Society 4 (1937), 119-130; for the
/// greatest P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing" (1993), chapter 2.
public struct Reshuffles: Sendable {
  /// The differences of one cell and the statistic to examine.
  public struct Cell: Sendable {
    let statistic: DependenceStatistic
    let values: [Double]
    let squares: Double

    /// Creates a cell; nil if its differences don't vary.
    public init?(_ differences: [Double], _ statistic: DependenceStatistic) {
      let mean =
        statistic.isOfOrder ? differences.reduce(0, +) / Double(max(1, differences.count)) : 0
      let rest = differences.map { $0 - mean }
      self.statistic = statistic
      values = rest
      squares = rest.reduce(0) { $0 + $1 * $1 }
      guard squares > 0 else { return nil }
    }

    /// The value for the real order and the real signs.
    public var score: Double {
      values.withUnsafeBufferPointer { statistic.score($0, squares: squares) }
    }

    fileprivate func score(_ moves: Moves, _ scratch: inout [Double]) -> Double {
      scratch.removeAll(keepingCapacity: true)
      switch moves {
      case .order(let places): for place in places { scratch.append(values[place]) }
      case .signs(let signs):
        for (sign, value) in zip(signs, values) { scratch.append(sign * value) }
      }
      return scratch.withUnsafeBufferPointer { statistic.score($0, squares: squares) }
    }
  }

  /// The number of reshuffles.
  public let count: Int
  /// The seed of the random numbers.
  public let seed: UInt64

  /// This many reshuffles, the same ones for each question.
  public init(count: Int, seed: UInt64) {
    self.count = count
    self.seed = seed
  }

  /// Returns how rare the real values of all cells are, and the place of the cell that stands out, if the greatest
  /// value is rarer than the mean; nil if there is no cell. Each group has the places of cells that change together.
  public func rarity(
    of cells: [Cell], groups: [[Int]]
  ) -> (pValue: Double, outstanding: Int?)? {
    if cells.isEmpty { return nil }
    return Self.pValue(cells.map(\.score), scores(of: cells, groups), of: count)
  }

  /// The scores of all reshuffles, one reshuffle after the other.
  private func scores(of cells: [Cell], _ groups: [[Int]]) -> [Double] {
    var random = SplitMix64(seed: seed)
    var scores = [Double](repeating: 0, count: count * cells.count)
    var scratch: [Double] = []
    for draw in 0..<count {
      for group in groups {
        guard let first = group.first.map({ cells[$0] }) else { continue }
        let moves = Moves(first.values.count, first.statistic, &random)
        for cell in group {
          scores[draw * cells.count + cell] = cells[cell].score(moves, &scratch)
        }
      }
    }
    return scores
  }

  private static func pValue(
    _ real: [Double], _ drawn: [Double], of count: Int
  ) -> (pValue: Double, outstanding: Int?) {
    let width = real.count
    var (sums, squares) = (real.map { _ in 0.0 }, real.map { _ in 0.0 })
    for (place, score) in drawn.enumerated() {
      sums[place % width] += score
      squares[place % width] += score * score
    }
    let means = sums.map { $0 / Double(max(1, count)) }
    let deviations = zip(squares, means).map {
      max(0, $0 / Double(max(1, count)) - $1 * $1).squareRoot()
    }
    func standing(_ score: Double, _ cell: Int) -> Double {
      deviations[cell] > 0 ? (score - means[cell]) / deviations[cell] : 0
    }
    let total = real.reduce(0, +)
    let standings = real.enumerated().map { standing($1, $0) }
    let maximum = standings.max() ?? 0
    // Counts as equal: sums in another order round differently.
    let slack = 1e-9
    var (totalReached, maximumReached) = (0, 0)
    for draw in 0..<count {
      var (sum, greatest) = (0.0, -Double.infinity)
      for cell in 0..<width {
        let score = drawn[draw * width + cell]
        sum += score
        greatest = max(greatest, standing(score, cell))
      }
      if sum >= total - slack * max(1, abs(total)) { totalReached += 1 }
      if greatest >= maximum - slack * max(1, abs(maximum)) { maximumReached += 1 }
    }
    func share(_ reached: Int) -> Double { Double(reached + 1) / Double(count + 1) }
    if width == 1 { return (share(totalReached), nil) }
    return (
      min(1, 2 * share(min(totalReached, maximumReached))),
      maximumReached < totalReached ? standings.firstIndex(of: maximum) : nil
    )
  }
}

/// The changes to one source's pairs in one reshuffle.
private enum Moves {
  case order([Int])
  case signs([Double])

  init(_ count: Int, _ statistic: DependenceStatistic, _ random: inout SplitMix64) {
    if statistic.isOfOrder {
      self = .order(Array(0..<count).shuffled(using: &random))
    } else {
      self = .signs((0..<count).map { _ in random.below(2) == 0 ? 1 : -1 })
    }
  }
}
