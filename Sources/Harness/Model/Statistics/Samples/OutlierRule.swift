/// A rule for values so far from the rest that something else must have been at work.
///
/// It uses the modified z-score, whose centre and spread are not moved by the outliers themselves:
///
///     M = 0.6745 (x - median) / MAD,   MAD = median |x - median|
///
/// A value is an outlier if |M| > 3.5. If more than half of the values are equal the MAD is 0; the mean
/// absolute deviation is used then:
///
///     M = (x - median) / (1.253314 · mean |x - median|)
///
/// 0.6745 and 1 / 1.253314 = √(2/π) make both spreads estimate the standard deviation of a normal
/// distribution.
///
/// Source: B. Iglewicz, D. Hoaglin, "How to Detect and Handle Outliers", ASQC Basic References in Quality
/// Control 16 (1993), page 11; for a MAD of 0, IBM SPSS Statistics.
public struct OutlierRule: Hashable, Sendable {
  /// Fewer values have no outliers: the threshold was derived from samples of 10 and more.
  public static let fewestValues = 10

  /// A value is an outlier if its |M| exceeds this.
  public static let threshold = 3.5

  /// The modified z-scores, in run order; all 0 if all values are equal.
  public let scores: [Double]

  /// Scores the values of a distribution.
  /// - Complexity: O(n log n).
  public init(_ distribution: Distribution) {
    let median = distribution.sorted.medianOfSorted
    let deviations = distribution.values.map { abs($0 - median) }.sorted()
    let mad = deviations.medianOfSorted
    let mean = CentralMoments(sorted: deviations).mean
    let unit = mad > 0 ? mad / 0.6745 : 1.253314 * mean
    scores = distribution.values.map { unit > 0 ? ($0 - median) / unit : 0 }
  }

  /// The places of the outliers in run order, from 0.
  public var outliers: [Int] {
    guard scores.count >= Self.fewestValues else { return [] }
    return scores.indices.filter { abs(scores[$0]) > Self.threshold }
  }
}
