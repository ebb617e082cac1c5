import Rounding

extension NumberFormat {
  /// With which digits single values are shown beside each other: by their standard deviation.
  /// ``NumberFormat/plain`` for one value, and where all are equal.
  /// - Parameter scale: base units per displayed unit.
  public static func spread(of values: some Sequence<Double>, scale: Double = 1) -> NumberFormat {
    let sorted = values.sorted()
    guard sorted.count > 1 else { return .plain }
    let variance = CentralMoments(sorted: sorted).second / Double(sorted.count - 1)
    return .uncertainty(variance.squareRoot() / scale)
  }
}
