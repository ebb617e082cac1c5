/// One of the fourteen statistics of a ``Summary``, so that tables and exports can iterate over them.
///
/// The cases are in the order of Excel's analysis tool; the raw values are stable names for files.
public enum Statistic: String, CaseIterable, Hashable, Sendable {
  /// Arithmetic mean.
  case mean = "mean"
  case standardError = "standard-error"
  case median = "median"
  /// Mode, by Excel's rule.
  case mode = "mode"
  case standardDeviation = "standard-deviation"
  case sampleVariance = "sample-variance"
  /// Excess kurtosis.
  case kurtosis = "kurtosis"
  case skewness = "skewness"
  /// Maximum minus minimum.
  case range = "range"
  case minimum = "minimum"
  case maximum = "maximum"
  case sum = "sum"
  case count = "count"
  /// Half-width of the 95 % confidence interval of the mean.
  case confidenceHalfWidth = "confidence-half-width"

  /// The title of a column or row.
  public var title: String { definition.title }

  /// How its unit derives from the values' unit.
  public var dimension: Dimension { definition.dimension }

  /// Its value in a summary; `nil` if it is undefined.
  public func value(in summary: Summary) -> Double? { definition.value(summary) }

  /// Everything that differs between statistics, in one place.
  struct Definition {
    let title: String
    let dimension: Dimension
    let value: (Summary) -> Double?

    init(_ title: String, _ dimension: Dimension = .values, value: @escaping (Summary) -> Double?) {
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

  /// How a statistic's unit derives from the values' unit.
  public enum Dimension: Hashable, Sendable {
    /// The unit of the values themselves.
    case values
    /// The unit of the values, squared.
    case squared
    /// No unit.
    case none
  }
}
