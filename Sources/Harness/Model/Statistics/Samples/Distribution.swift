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
