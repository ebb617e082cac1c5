/// The fourteen descriptive statistics of one distribution, as Excel's analysis tool lists them and as the
/// measurements of 2015 were reported.
///
/// Undefined statistics are `nil`, never 0: the spread of one value, the skewness of fewer than three, the
/// kurtosis of fewer than four, and both if all values are equal. Every statistic except the mode is the same
/// to the last bit in any order of the values.
public struct Summary: Hashable, Sendable {
  /// The confidence level of ``confidenceHalfWidth``.
  public static let confidenceLevel = 0.95

  /// Arithmetic mean, in the unit of the values.
  public let mean: Double
  /// s / √n, in the unit of the values; `nil` for one value.
  public let standardError: Double?
  /// The middle value, or the mean of the two middle ones.
  public let median: Double
  /// Excel's mode: the first in run order of the most frequent; `nil` if none repeats.
  public let mode: Double?
  /// s, the root of the sample variance, in the unit of the values; `nil` for one value.
  public let standardDeviation: Double?
  /// s² = Σ(x - x̄)² / (n - 1), in the unit of the values squared; `nil` for one value.
  public let sampleVariance: Double?
  /// Excess kurtosis, G2 = (n - 1) / ((n - 2)(n - 3)) · ((n + 1) g2 + 6), without unit.
  ///
  /// Source: D. N. Joanes, C. A. Gill, "Comparing measures of sample skewness and kurtosis",
  /// The Statistician 47 (1998), 183-189; Excel's KURT.
  public let kurtosis: Double?
  /// Skewness, G1 = √(n (n - 1)) / (n - 2) · g1, without unit. Source: as ``kurtosis``;
  /// Excel's SKEW.
  public let skewness: Double?
  /// Maximum minus minimum.
  public let range: Double
  /// The smallest value.
  public let minimum: Double
  /// The largest value.
  public let maximum: Double
  /// The sum of all values.
  public let sum: Double
  /// The number of values.
  public let count: Int
  /// Half the width of the 95 % confidence interval of the mean: Student's t with n - 1
  /// degrees times ``standardError`` (Excel's CONFIDENCE.T); `nil` for one value.
  public let confidenceHalfWidth: Double?

  /// Summarises a distribution.
  /// - Throws: `StatisticsError.notRepresentable(measurement:)` if values near the largest `Double` have a
  ///   sum, range or variance beyond it.
  /// - Complexity: O(n).
  public init(of distribution: Distribution) throws(StatisticsError) {
    let scale = PowerOfTwoScale(sorted: distribution.sorted)
    let scaled = distribution.sorted.map(scale.down)
    let moments = CentralMoments(sorted: scaled)
    let count = scaled.count
    let n = Double(count)

    let minimum = distribution.sorted[0]
    let maximum = distribution.sorted[count - 1]

    self.count = count
    self.minimum = minimum
    self.maximum = maximum
    mode = distribution.mode
    mean = scale.up(moments.mean)
    median = scale.up(scaled.medianOfSorted)
    sum = try Self.represented(scale.up(moments.sum), as: .sum)
    range = try Self.represented(maximum - minimum, as: .range)

    if count > 1 {
      let variance = moments.second / (n - 1)
      let deviation = scale.up(variance.squareRoot())
      let error = scale.up((variance / n).squareRoot())
      let t = try StudentT(degreesOfFreedom: n - 1).criticalValue(
        confidenceLevel: Self.confidenceLevel)
      sampleVariance = try Self.represented(scale.up(scale.up(variance)), as: .sampleVariance)
      standardDeviation = try Self.represented(deviation, as: .standardDeviation)
      standardError = try Self.represented(error, as: .standardError)
      confidenceHalfWidth = try Self.represented(t * error, as: .confidenceHalfWidth)
    } else {
      (sampleVariance, standardDeviation) = (nil, nil)
      (standardError, confidenceHalfWidth) = (nil, nil)
    }
    skewness = Self.skewness(moments, n: n)
    kurtosis = Self.kurtosis(moments, n: n)
  }

  private static func skewness(_ moments: CentralMoments, n: Double) -> Double? {
    guard n >= 3, moments.second > 0 else { return nil }
    let variance = moments.second / n
    let biased = moments.third / n / (variance * variance.squareRoot())
    return (n * (n - 1)).squareRoot() / (n - 2) * biased
  }

  private static func kurtosis(_ moments: CentralMoments, n: Double) -> Double? {
    guard n >= 4, moments.second > 0 else { return nil }
    let variance = moments.second / n
    let biased = moments.fourth / n / (variance * variance) - 3
    return (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * biased + 6)
  }

  private static func represented(
    _ value: Double, as statistic: Statistic
  ) throws(StatisticsError) -> Double {
    guard value.isFinite else { throw .notRepresentable(value: statistic.title.lowercased()) }
    return value
  }

  /// The number format of a statistic: up to the second significant digit of its uncertainty.
  ///
  /// - The mean, its error and half of its interval: by the standard error of the mean. That of a median is
  ///   similar (1.25 times as large if values are normal).
  /// - Values of single runs and their spread (least, greatest, mode, range, standard deviation): by
  ///   the standard deviation.
  /// - The sum: by n times the standard error. The variance, which is an uncertainty squared, and the
  ///   shape, kurtosis and skewness: two digits.
  ///
  /// A displayed unit has `scale` base units; for the variance, their squares.
  /// - Returns: a format that acts like ``NumberFormat/plain`` for one value or equal values, which have no
  ///   spread; except for a count, kurtosis and skewness.
  public func format(of statistic: Statistic, scale: Double = 1) -> NumberFormat {
    func by(_ error: Double?) -> NumberFormat { error.map { .uncertainty($0 / scale) } ?? .plain }
    return switch statistic {
    case .mean, .standardError, .median, .confidenceHalfWidth: by(standardError)
    case .minimum, .maximum, .mode, .range, .standardDeviation: by(standardDeviation)
    case .sum: by(standardError.map { $0 * Double(count) })
    case .sampleVariance: by(sampleVariance)
    case .kurtosis, .skewness: .coarse
    case .count: .integer
    }
  }
}
