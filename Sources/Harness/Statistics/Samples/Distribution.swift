/// Measured values of one quantity, in the order in which they were measured.
///
/// There is at least one value, and all are finite, so no further checks are needed. Run order is kept,
/// because Excel's mode and every plot over runs depend on it.
public struct Distribution: Hashable, Sendable {
  /// The values in run order.
  public let values: [Double]

  /// The values in ascending order.
  ///
  /// All sums use this order, so that results are the same to the last bit in any order of the runs.
  public let sorted: [Double]

  /// Takes the values in run order.
  ///
  /// - Throws: ``StatisticsError/noValues`` for an empty sequence, and
  ///   ``StatisticsError/notFinite(index:value:)`` for the first value that is infinite or
  ///   not a number.
  /// - Complexity: O(n log n).
  public init(_ values: some Sequence<Double>) throws(StatisticsError) {
    let values = Array(values)
    guard !values.isEmpty else { throw .noValues }
    try Self.requireFinite(values)
    self.values = values
    self.sorted = values.sorted()
  }

  /// The number of values; at least 1.
  public var count: Int { values.count }

  /// Arithmetic mean, in the unit of the values.
  public var mean: Double { CentralMoments(sorted: sorted).mean }

  /// Throws for the first value that is infinite or not a number.
  static func requireFinite(_ values: [Double]) throws(StatisticsError) {
    for (index, value) in values.enumerated() where !value.isFinite {
      throw .notFinite(index: index, value: value)
    }
  }
}

extension Distribution {
  /// The mode as Excel's analysis tool finds it: the first value in run order among the most
  /// frequent, and none if no value repeats.
  ///
  /// It is the one statistic that depends on the order of the runs.
  public var mode: Double? {
    var maximum = 1
    var modes: Set<Double> = []
    var first = 0
    for next in 1...count where next == count || sorted[next] != sorted[first] {
      let occurrences = next - first
      if occurrences > maximum { (maximum, modes) = (occurrences, []) }
      if occurrences == maximum, maximum > 1 { modes.insert(sorted[first]) }
      first = next
    }
    return modes.isEmpty ? nil : values.first(where: modes.contains)
  }
}

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
  /// The sum of the squared deviations.
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

  /// The sum of the cubed deviations.
  var third: Double { CompensatedSum(deviations.map { $0 * $0 * $0 }).value }

  /// The sum of the deviations' fourth powers.
  var fourth: Double { CompensatedSum(deviations.map { $0 * $0 * $0 * $0 }).value }
}
