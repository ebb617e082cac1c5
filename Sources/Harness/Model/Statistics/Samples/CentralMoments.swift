/// The mean and the sums of powers of the deviations from it.
///
/// Two passes and a correction: the deviations from a first mean are exact or nearly so. The mean of those
/// deviations, which would be 0 in exact arithmetic, is subtracted from them again. So an offset of 1e15
/// costs the variance nothing.
///
/// Source: T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for Computing the Sample
/// Variance: Analysis and Recommendations", The American Statistician 37 (1983), 242-247.
struct CentralMoments {
  let sum: Double
  let mean: Double
  let second: Double
  private let deviations: [Double]

  /// - Parameter sorted: At least one finite value, in ascending order.
  init(sorted: [Double]) {
    let count = Double(sorted.count)
    sum = CompensatedSum(sorted).value
    // Rounding could give equal values a different mean, and so a spread.
    guard let first = sorted.first, first != sorted.last else {
      mean = sorted.first ?? .nan
      (second, deviations) = (0, [])
      return
    }
    let mean = sum / count
    let raw = sorted.map { $0 - mean }
    let correction = CompensatedSum(raw).value / count
    deviations = raw.map { $0 - correction }
    self.mean = mean
    second = CompensatedSum(deviations.map { $0 * $0 }).value
  }

  var third: Double { CompensatedSum(deviations.map { $0 * $0 * $0 }).value }

  var fourth: Double { CompensatedSum(deviations.map { $0 * $0 * $0 * $0 }).value }
}
