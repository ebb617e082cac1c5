extension Statistic {
  /// All that sets one statistic apart from another, kept in one place.
  struct Definition {
    let title: String
    let dimension: Dimension
    let value: (Summary) -> Double?

    init(
      _ title: String, _ dimension: Dimension = .values, value: @escaping (Summary) -> Double?
    ) {
      self.title = title
      self.dimension = dimension
      self.value = value
    }
  }

  var definition: Definition {
    switch self {
    case .mean: Definition("Mean") { $0.mean }
    case .standardError: Definition("Standard error") { $0.standardError }
    case .median: Definition("Median") { $0.median }
    case .mode: Definition("Mode") { $0.mode }
    case .standardDeviation: Definition("Standard deviation") { $0.standardDeviation }
    case .sampleVariance: Definition("Sample variance", .squared) { $0.sampleVariance }
    case .kurtosis: Definition("Kurtosis", .none) { $0.kurtosis }
    case .skewness: Definition("Skewness", .none) { $0.skewness }
    case .range: Definition("Range") { $0.range }
    case .minimum: Definition("Minimum") { $0.minimum }
    case .maximum: Definition("Maximum") { $0.maximum }
    case .sum: Definition("Sum") { $0.sum }
    case .count: Definition("Count", .none) { Double($0.count) }
    case .confidenceHalfWidth: Definition("95 % confidence half-width") { $0.confidenceHalfWidth }
    }
  }
}
