/// Finds level changes in a series of measurements that each have their own error: ratios to an anchor,
/// measured at different times and on different machines.
///
/// 1. **Spread.** What times and machines add to the measurements' own errors is estimated as τ², the same
///   for all. Neighbours differ by chance alone unless a shift lies between them. So the median of their
///   squared differences is that of chi-squared with one degree of freedom, 0.4549, times their variance:
///
///        median (yᵢ₊₁ - yᵢ)² / (σᵢ² + σᵢ₊₁² + 2τ²) = 0.4549
///
///    A neighbour that is known without a measurement, with σ = 0, has no τ² either.
///
/// 2. **Split.** With the weights w = 1 / (σ² + τ²) and their sums A before and B after a place,
///
///        z = (ȳ_B - ȳ_A) / √(1/A + 1/B)
///
///    is standard normal if nothing changed. The series is split where |z| is greatest, if its two-sided p
///    times the number of places is below ``level`` (Bonferroni); both parts are then split in the same way.
///    An isolated value may be a bad day: it counts as at most three standard errors of a difference from its
///    neighbours, so the last value waits for the next.
/// 3. **Confirm.** Each shift is tested again between its neighbours, and the weakest is dropped until all
///   hold. Then the smallest is dropped until all exceed the least size that was asked for. What lies between
///   two shifts becomes one level each time, so the many small shifts of a slow drift add up to a few that are
///   large enough. Shifts are only dropped, so a series without one shows no more of them.
///
/// Sources: binary segmentation, A. J. Scott, M. Knott, "A Cluster Analysis Method for Grouping Means
/// in the Analysis of Variance", Biometrics 30 (1974), 507-512; the spread of measurements with known
/// errors, R. DerSimonian, N. Laird, "Meta-Analysis in Clinical Trials" (1986), with the median of
/// neighbours' differences in place of a sum over all, which shifts would inflate: J. von Neumann et al.,
/// "The Mean Square Successive Difference", Annals of Mathematical Statistics 12 (1941), 153-162.
public struct LevelShifts: Hashable, Sendable {
  /// A measurement with its error.
  public struct Value: Hashable, Sendable {
    /// The measurement.
    public let value: Double
    /// Its own standard error, in the same unit; not negative.
    public let error: Double

    /// A measurement with its error.
    public init(_ value: Double, error: Double) { (self.value, self.error) = (value, error) }
  }

  /// A place where the level changes.
  public struct Shift: Hashable, Sendable {
    /// The index of the first value after it.
    public let index: Int
    /// The level before, since the previous shift.
    public let before: Value
    /// The level after, up to the next shift.
    public let after: Value
    /// The two-sided p, times the number of places that it was chosen from; at most 1.
    public let p: Double

    var size: Double { abs(after.value - before.value) }
  }

  /// The fewest values in which shifts are searched: with fewer, the spread is a guess.
  public static let fewest = 6

  /// The chance of a shift in a series without one.
  public let level: Double
  /// τ, what times and machines add to each measurement's error; nil for fewer than ``fewest`` values.
  public let spread: Double?
  /// The shifts, in order.
  public let shifts: [Shift]

  /// Finds the shifts of a series that exceed a size, by default any.
  /// - Throws: ``StatisticsError/significanceLevel(_:)`` unless the level lies between 0 and 1,
  ///   ``StatisticsError/notFinite(index:value:)`` for values that are not finite or an error below 0.
  /// - Complexity: O(n) for each shift that is found.
  public init(
    in series: [Value], above size: Double = 0, level: Double = 0.01
  ) throws(StatisticsError) {
    guard level > 0, level < 1 else { throw .significanceLevel(level) }
    for (index, value) in series.enumerated() {
      guard value.value.isFinite else { throw .notFinite(index: index, value: value.value) }
      guard value.error.isFinite, value.error >= 0 else {
        throw .notFinite(index: index, value: value.error)
      }
    }
    self.level = level
    guard series.count >= Self.fewest else {
      (spread, shifts) = (nil, [])
      return
    }
    let variance = Self.spread(of: series)
    let search = ShiftSearch(Self.bounded(series, variance: variance), variance: variance)
    spread = variance.squareRoot()
    shifts = try search.shifts(above: size, level: level)
  }

  /// τ², from the median of neighbours' differences. A value without error among others that have one was not
  /// measured: no time or machine adds to it, and two such values say nothing.
  private static func spread(of series: [Value]) -> Double {
    let areExact = series.allSatisfy { $0.error == 0 }
    func measured(_ value: Value) -> Double { areExact || value.error > 0 ? 1 : 0 }
    let pairs = zip(series, series.dropFirst()).map { before, after in
      (
        square: (after.value - before.value) * (after.value - before.value),
        own: before.error * before.error + after.error * after.error,
        measured: measured(before) + measured(after)
      )
    }.filter { $0.measured > 0 }
    func excess(_ variance: Double) -> Double {
      let quotients = pairs.map { pair in
        let whole = pair.own + pair.measured * variance
        return whole > 0 ? pair.square / whole : pair.square > 0 ? .infinity : 0
      }
      return quotients.sorted().medianOfSorted - Self.medianOfSquare
    }
    guard excess(0) > 0 else { return 0 }
    // It falls with the variance, and is below 0 if that is ten times the greatest square.
    var (low, high) = (0.0, pairs.map(\.square).max().map { $0 * 10 } ?? 0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if excess(middle) > 0 { low = middle } else { high = middle }
    }
    return high
  }

  /// The series with isolated values moved closer to their neighbours.
  private static func bounded(_ series: [Value], variance: Double) -> [Value] {
    series.indices.map { index in
      let value = series[index]
      let neighbours = [index - 1, index + 1].filter(series.indices.contains).map { series[$0] }
      let reaches = neighbours.map { neighbour in
        let squares = value.error * value.error + neighbour.error * neighbour.error
        let reach = 3 * (squares + 2 * variance).squareRoot()
        return (low: neighbour.value - reach, high: neighbour.value + reach)
      }
      let low = reaches.map(\.low).min() ?? value.value
      let high = reaches.map(\.high).max() ?? value.value
      return Value(min(max(value.value, low), high), error: value.error)
    }
  }

  /// The median of chi-squared with one degree of freedom: the square of the normal quartile.
  private static let medianOfSquare = 0.454_936_423_119_572_7
}

private struct ShiftSearch {
  /// For each place, the sums of weights, and of weights times values, before it.
  private let weights: [Double]
  private let products: [Double]
  private let count: Int

  init(_ series: [LevelShifts.Value], variance: Double) {
    // A value without error, such as a build that is proven to be the anchor's, counts like the best of the
    // others. If none has an error, all count alike, and any difference shows.
    let least = series.map { $0.error * $0.error + variance }.filter { $0 > 0 }.min() ?? 1e-18
    var (weights, products) = ([0.0], [0.0])
    for value in series {
      let weight = 1 / max(value.error * value.error + variance, least)
      weights.append(weights[weights.count - 1] + weight)
      products.append(products[products.count - 1] + weight * value.value)
    }
    (self.weights, self.products, count) = (weights, products, series.count)
  }

  func shifts(above size: Double, level: Double) throws(StatisticsError) -> [LevelShifts.Shift] {
    var places: [Int] = []
    var parts = [0..<count]
    while let part = parts.popLast() {
      guard let split = try best(in: part), split.p < level else { continue }
      places.append(split.index)
      parts += [part.lowerBound..<split.index, split.index..<part.upperBound]
    }
    places.sort()
    while true {
      var tested: [LevelShifts.Shift] = []
      for (position, index) in places.enumerated() {
        let first = position > 0 ? places[position - 1] : 0
        let end = position + 1 < places.count ? places[position + 1] : count
        tested.append(try shift(at: index, in: first..<end))
      }
      guard let weakest = tested.max(by: { $0.p < $1.p }),
        let smallest = tested.min(by: { $0.size < $1.size })
      else { return [] }
      guard weakest.p >= level || smallest.size <= size else { return tested }
      let dropped = weakest.p >= level ? weakest : smallest
      places.removeAll { $0 == dropped.index }
    }
  }

  private func best(in part: Range<Int>) throws(StatisticsError) -> LevelShifts.Shift? {
    guard part.count >= 4 else { return nil }
    let places = (part.lowerBound + 2)...(part.upperBound - 2)
    let index = places.max { abs(z(at: $0, in: part)) < abs(z(at: $1, in: part)) }
    return try index.map { index throws(StatisticsError) in try shift(at: index, in: part) }
  }

  private func shift(
    at index: Int, in part: Range<Int>
  ) throws(StatisticsError) -> LevelShifts.Shift {
    let tail = try StudentT.normal.upperTail(abs(z(at: index, in: part)))
    return LevelShifts.Shift(
      index: index, before: mean(part.lowerBound..<index), after: mean(index..<part.upperBound),
      p: min(1, 2 * tail * Double(max(1, part.count - 3))))
  }

  private func z(at index: Int, in part: Range<Int>) -> Double {
    let (before, after) = (mean(part.lowerBound..<index), mean(index..<part.upperBound))
    let variance = before.error * before.error + after.error * after.error
    return variance > 0 ? (after.value - before.value) / variance.squareRoot() : 0
  }

  private func mean(_ part: Range<Int>) -> LevelShifts.Value {
    let weight = weights[part.upperBound] - weights[part.lowerBound]
    let product = products[part.upperBound] - products[part.lowerBound]
    return LevelShifts.Value(product / weight, error: (1 / weight).squareRoot())
  }
}
