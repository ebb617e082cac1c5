/// Measured values of one quantity, in the order in which they were measured.
///
/// There is at least one value, and all are finite: whoever holds a distribution need not
/// check again. Run order is kept, since Excel's mode and every plot over runs depend on it.
public struct Distribution: Hashable, Sendable {
  /// The values in run order.
  public let values: [Double]

  /// The values in ascending order.
  ///
  /// All sums run over this order, so that results are the same to the last bit however the
  /// runs were shuffled.
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

  /// How many values there are; at least 1.
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
