import Foundation
import Statistics

/// How likely the pairs of measured commits are, by the level at which each commit lies: ln of its cost
/// over the good end's.
///
/// Pair j of commit i reads
///
///     y_ij = level_i + b_i + s t_ij
///
/// In one of 500 commits b_i is anything: one visit with an unusually behaving machine must not decide alone.
/// With one in 200, the culprit's two neighbours stayed so doubtful that a tenth build was often made.
///
/// Here t has Student's distribution with 3 degrees of freedom: on 9,000 real duets the fitted degrees are
/// 1.4 to 4.2, and neighbouring pairs are independent. b_i is the effect of code that the linker moves with
/// any change, normal with deviation τ. Neither s nor τ is known, so both are on a grid: s around what the
/// pairs of all commits show, τ at 0, 0.15 and 0.5 %.
///
/// Levels are a grid, too, in steps of 1/40 of the whole change, so that all integrals are sums. A scale
/// below 1/10 of the change is replaced by that: it makes no difference then, and the sums stay exact.
///
/// Source: K. L. Lange, R. J. A. Little, J. M. G. Taylor, "Robust Statistical Modeling Using the t
/// Distribution", Journal of the American Statistical Association 84 (1989), 881-896.
struct LevelLikelihood {
  /// The levels, ascending.
  let levels: [Double]
  /// The place of level 0.
  let zero: Int
  let noises: [Noise]

  /// One noise, and the likelihood of each commit under it.
  struct Noise {
    /// The scale of a pair's t.
    let scale: Double
    /// The deviation of a commit's own shift.
    let shift: Double
    /// ln of its prior probability.
    let prior: Double
    /// For each commit ln of the likelihood, by level.
    let curves: [[Double]]
    /// The weights of levels for commits without the change: the good end's own shift, which all pairs share.
    let unchanged: [Double]
  }

  private static let degrees = 3.0
  private static let scaleFactors = [0.6, 0.8, 1, 1.3, 1.7]
  private static let shifts: [(deviation: Double, prior: Double)] = [
    (0, 0.5), (0.0015, 0.3), (0.005, 0.2),
  ]
  /// The share of commits whose shift may be anything.
  private static let stray = 0.002
  /// The greatest number of levels, if some commit lies far beyond both ends.
  private static let mostLevels = 1200

  /// - Parameters:
  ///   - measured: ln(candidate / good) of each commit's pairs; none is empty.
  ///   - change: the whole change, from the good to the bad end; not 0.
  init(_ measured: [[Double]], change: Double) {
    let medians = measured.map { $0.sorted().medianOfSorted }
    let size = abs(change)
    let lowest = min(0, change, medians.min() ?? 0) - size
    let highest = max(0, change, medians.max() ?? 0) + size
    let step = max(size / 40, (highest - lowest) / Double(Self.mostLevels))
    let below = Int((-lowest / step).rounded(.up))
    let above = Int((highest / step).rounded(.up))
    let levels = (-below...above).map { Double($0) * step }
    let scale = Self.scale(measured, medians)
    var noises: [Noise] = []
    for factor in Self.scaleFactors {
      let own = max(scale * factor, size / 10)
      let sharp = measured.map { Self.curve($0, scale: own, levels) }
      for (deviation, prior) in Self.shifts {
        let kernel = Self.kernel(deviation: max(deviation, 0.8 * step), step: step)
        noises.append(
          Noise(
            scale: own, shift: deviation, prior: log(prior / Double(Self.scaleFactors.count)),
            curves: sharp.map { Self.smoothed($0, by: kernel) },
            unchanged: Self.placed(kernel, at: below, among: levels.count)))
      }
    }
    (self.levels, zero, self.noises) = (levels, below, noises)
  }

  /// The standard deviation of one pair's estimate, from the information on the location of a t with ν
  /// degrees, (ν + 1) / ((ν + 3) s²).
  static func deviation(ofScale scale: Double) -> Double {
    scale * ((degrees + 3) / (degrees + 1)).squareRoot()
  }

  /// The scale of t that all pairs show, each relative to its commit's median. The median distance from the
  /// middle of a t with 3 degrees is 0.765 of its scale. A commit's few pairs lie closer to their median than
  /// to its level; √(n / (n - 1)) corrects that.
  private static func scale(_ measured: [[Double]], _ medians: [Double]) -> Double {
    var distances: [Double] = []
    for (pairs, median) in zip(measured, medians) where pairs.count > 1 {
      let factor = (Double(pairs.count) / Double(pairs.count - 1)).squareRoot()
      distances += pairs.map { abs($0 - median) * factor }
    }
    return distances.isEmpty ? 0 : distances.sorted().medianOfSorted / 0.765
  }

  private static func curve(_ pairs: [Double], scale: Double, _ levels: [Double]) -> [Double] {
    let normal = -log(scale) * Double(pairs.count)
    return levels.map { level in
      var product = 1.0
      var sum = normal
      for pair in pairs {
        let z = (pair - level) / scale
        product *= 1 + z * z / degrees
        // One logarithm for many factors.
        if product > 1e200 {
          sum -= (degrees + 1) / 2 * log(product)
          product = 1
        }
      }
      return sum - (degrees + 1) / 2 * log(product)
    }
  }

  private static func kernel(deviation: Double, step: Double) -> [Double] {
    let reach = max(1, Int((4 * deviation / step).rounded(.up)))
    let weights = (-reach...reach).map { place in
      let z = Double(place) * step / deviation
      return exp(-z * z / 2)
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  private static func placed(_ kernel: [Double], at zero: Int, among count: Int) -> [Double] {
    var placed = Array(repeating: 0.0, count: count)
    for (index, weight) in kernel.enumerated() {
      let place = zero - kernel.count / 2 + index
      if placed.indices.contains(place) { placed[place] = weight }
    }
    return placed
  }

  /// ln of the likelihood, with each commit's own shift integrated out.
  private static func smoothed(_ curve: [Double], by kernel: [Double]) -> [Double] {
    let top = curve.max() ?? 0
    let values = curve.map { exp($0 - top) }
    let reach = kernel.count / 2
    var smoothed = Array(repeating: 0.0, count: values.count)
    // Start from the nonzero values: elsewhere nothing is contributed.
    for (place, value) in values.enumerated() where value > 1e-30 {
      let first = max(0, place - reach)
      for target in first...min(values.count - 1, place + reach) {
        smoothed[target] += value * kernel[target - place + reach]
      }
    }
    let anywhere = stray * values.reduce(0, +) / Double(values.count)
    return smoothed.map { log(max((1 - stray) * $0 + anywhere, 1e-300)) + top }
  }
}
