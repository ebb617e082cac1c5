import SeededRandom

/// Many series of paired differences, tested together: which of them lean to one side beyond chance.
///
/// If nothing changed, either side of a pair could have been the candidate. So the signs of all differences
/// of a pair are flipped together, many times, and the series that leans most each time shows what chance
/// does. That preserves what the series have in common, such as a function's time and that of its callers,
/// which Bonferroni's levels would pay for again and again.
///
/// A series leans by
///
///     T = |Σ d| / √(Σ d²)
///
/// with the greatest tenth of the |d| set to the next smaller one, so that an outlying pair does not decide.
/// √(Σ d²) is the same for all signs, and T grows with Student's t. The adjusted p values step down from the
/// series that leans most, each compared with those that lean less: among families of series without change,
/// a share alpha shows even one series at the level alpha.
///
/// No p is below 2 / 2ⁿ of n pairs: at a level of 1 % fewer than 8 pairs show nothing.
///
/// Sources: P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing" (1993), algorithm 4.1
/// (free step-down max T); R. A. Fisher, "The Design of Experiments" (1935), section 21.
public struct SignFlipFamily: Sendable {
  /// The adjusted p value of each series, in their order: 1 for a series of zeros.
  public let pValues: [Double]

  /// The number of draws if not all signs can be tried.
  public static let draws = 9_999

  /// The most pairs for which all signs are tried.
  private static let mostTried = 13

  /// The fewest pairs that can show anything at a level.
  public static func fewestPairs(alpha: Double) -> Int { PairForecast.fewest(showingAt: alpha / 2) }

  /// Tests series of equal length.
  /// - Parameters:
  ///   - series: candidate minus baseline, pair by pair.
  ///   - seed: the seed of the drawn signs.
  /// - Throws: ``StatisticsError/notFinite(index:value:)``,
  ///   ``StatisticsError/unequalLengths(baseline:candidate:)``.
  public init(_ series: [[Double]], seed: UInt64) throws(StatisticsError) {
    guard let n = series.first?.count, n > 0 else {
      pValues = series.map { _ in 1 }
      return
    }
    var leanings: [Leaning] = []
    for values in series {
      try Distribution.requireFinite(values)
      guard values.count == n else { throw .unequalLengths(baseline: n, candidate: values.count) }
      leanings.append(Leaning(values))
    }
    let order = leanings.indices.sorted { (leanings[$0].t, $1) > (leanings[$1].t, $0) }
    let ordered = order.map { leanings[$0] }
    let matrix = ordered.flatMap(\.units)
    // Rounding must not separate values that differ only by flipping all signs.
    let bounds = ordered.map { $0.t - 1e-9 }
    var reached = [Int](repeating: 0, count: ordered.count)
    func count(_ signs: [Double]) {
      var greatest = 0.0
      for place in bounds.indices.reversed() {
        var sum = 0.0
        for pair in 0..<n { sum += signs[pair] * matrix[place * n + pair] }
        greatest = max(greatest, abs(sum))
        if greatest >= bounds[place] { reached[place] += 1 }
      }
    }
    let all: Int
    if n <= Self.mostTried {
      // Flipping all signs gives the same T, so the first sign stays.
      all = 1 << (n - 1)
      for turned in 0..<all { count((0..<n).map { turned >> $0 & 1 == 1 ? -1 : 1 }) }
    } else {
      all = Self.draws + 1
      var random = SplitMix64(seed: seed)
      count([Double](repeating: 1, count: n))
      for _ in 0..<Self.draws { count((0..<n).map { _ in random.next() >> 63 == 0 ? 1 : -1 }) }
    }
    var pValues = [Double](repeating: 1, count: series.count)
    var greatest = 0.0
    for (place, index) in order.enumerated() {
      greatest = max(greatest, Double(reached[place]) / Double(all))
      pValues[index] = greatest
    }
    self.pValues = pValues
  }

  /// A series in units of its own √(Σ d²).
  private struct Leaning {
    let units: [Double]
    let t: Double

    init(_ values: [Double]) {
      let sizes = values.map(abs).sorted()
      let bound = sizes[sizes.count - 1 - sizes.count / 10]
      let winsorised = values.map { max(-bound, min(bound, $0)) }
      // Relative to the greatest, so that squares neither underflow nor overflow.
      let shares = bound > 0 ? winsorised.map { $0 / bound } : winsorised
      let root = shares.reduce(0) { $0 + $1 * $1 }.squareRoot()
      units = root > 0 ? shares.map { $0 / root } : shares
      t = abs(units.reduce(0, +))
    }
  }
}
