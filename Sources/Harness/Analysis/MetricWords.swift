import MetricCatalog

/// Figures within sentences.
enum MetricWords {
  /// A time in three digits.
  static func time(_ nanoseconds: Double) -> String {
    let scale = MetricUnit.nanoseconds.scale(for: nanoseconds)
    let value = nanoseconds / scale.baseUnits
    let decimals = value >= 100 ? 1.0 : value >= 10 ? 10 : 100
    let rounded = (value * decimals).rounded() / decimals
    return "\(Int(exactly: rounded).map(String.init) ?? "\(rounded)") \(scale.symbol)"
  }
}
