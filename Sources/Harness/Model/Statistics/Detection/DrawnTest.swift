import SeededRandom

/// The test of a sample from the standard normal distribution: which shift of it would be found.
struct DrawnTest {
  let degreesOfFreedom: Double
  /// A Boolean value indicating whether any shift is found, however great.
  let canFind: Bool
  private let trimmed: Int
  private let critical: Double
  /// The number of Walsh averages that must be above the bound; 0 if signed ranks are not used.
  private let walshAverages: Int

  /// A test like that of pairs, or like that of a plain mean by Student's t.
  init(count: Int, level: Double, isPairs: Bool) throws(StatisticsError) {
    trimmed = isPairs ? PairedRatio.trimmedPerEnd(of: count) : 0
    degreesOfFreedom = Double(count - 2 * trimmed - 1)
    critical = try StudentT(degreesOfFreedom: degreesOfFreedom).upperQuantile(level)
    let sum = isPairs ? try SignedRank.criticalValue(count: count, level: level) : 0
    walshAverages = sum ?? 0
    canFind = sum != nil
  }

  /// The mean of values in ascending order and its standard error, as the tests compute them.
  func estimate(_ sorted: [Double]) -> (mean: Double, error: Double) {
    sorted.trimmedEstimate(perEnd: trimmed)
  }

  /// The smallest shift at which the sample is found to lie above 0, by Student's t and by the signed rank.
  /// The latter's sum of positive ranks is the number of Walsh averages (a + b) / 2 above 0.
  ///
  /// Source: J. L. Hodges, E. L. Lehmann, "Estimates of Location Based on Rank Tests", The Annals of
  /// Mathematical Statistics 34 (1963), 598-611, for the averages.
  func shift(_ sorted: [Double], mean: Double, error: Double) -> Double {
    guard canFind else { return .infinity }
    let byStudent = critical * error - mean
    if walshAverages == 0 || Self.averages(of: sorted, above: -byStudent) >= walshAverages {
      return byStudent
    }
    // The averages lie between the extremes; 40 halvings are practically exact.
    var (low, high) = (sorted[0], -byStudent)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if Self.averages(of: sorted, above: middle) >= walshAverages {
        low = middle
      } else {
        high = middle
      }
    }
    return -low
  }

  /// Returns how many averages of two values, or of one with itself, exceed the bound.
  private static func averages(of sorted: [Double], above bound: Double) -> Int {
    var (count, first) = (0, 0)
    var last = sorted.count - 1
    let twice = 2 * bound
    // For each last value all from `first` to itself.
    while last >= 0 {
      while first <= last, sorted[first] + sorted[last] <= twice { first += 1 }
      if first > last { break }
      count += last - first + 1
      last -= 1
      // A smaller last value needs a greater first one, so this only grows.
    }
    return count
  }
}

extension [Double] {
  /// The mean without this many values at each end, and its standard error by the winsorised deviation
  /// (``PairedRatio``), without rounding for display.
  /// - Precondition: values in ascending order; at least two, and more than are cut.
  func trimmedEstimate(perEnd g: Int) -> (mean: Double, error: Double) {
    var (sum, all, squares) = (0.0, 0.0, 0.0)
    var index = 0
    while index < count {
      let value = self[Swift.min(Swift.max(index, g), count - 1 - g)]
      if index >= g, index < count - g { sum += value }
      all += value
      squares += value * value
      index += 1
    }
    let n = Double(count)
    let kept = n - 2 * Double(g)
    let variance = Swift.max(0, squares - all * all / n) / (n - 1)
    return (sum / kept, variance.squareRoot() * n / (kept * n.squareRoot()))
  }
}

/// Standard normal numbers, the same on every machine.
///
/// Source: G. Marsaglia, T. A. Bray, "A Convenient Method for Generating Normal Variables", SIAM Review
/// 6 (1964), 260-264.
struct NormalDraws {
  private var random: SplitMix64
  private var spare: Double?

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next(_ count: Int) -> [Double] {
    var draws: [Double] = []
    draws.reserveCapacity(count)
    for _ in 0..<count { draws.append(next()) }
    return draws
  }

  private mutating func next() -> Double {
    if let last = spare {
      spare = nil
      return last
    }
    while true {
      let (x, y) = (uniform(), uniform())
      let square = x * x + y * y
      if square > 0, square < 1 {
        let factor = (-2 * square.naturalLogarithm / square).squareRoot()
        spare = y * factor
        return x * factor
      }
    }
  }

  /// Between -1 and 1, with 53 bits.
  private mutating func uniform() -> Double { Double(random.next() >> 11) * 0x1p-52 - 1 }
}
