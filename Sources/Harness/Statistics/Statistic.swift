/// One of the fourteen statistics of a ``Summary``, so that tables and exports run over them
/// as data.
///
/// The cases stand in the order of Excel's analysis tool; the raw values are stable names for
/// files.
public enum Statistic: String, CaseIterable, Hashable, Sendable {
  /// Arithmetic mean.
  case mean = "mean"
  /// Standard error of the mean.
  case standardError = "standard-error"
  /// Median.
  case median = "median"
  /// Mode, by Excel's rule.
  case mode = "mode"
  /// Sample standard deviation.
  case standardDeviation = "standard-deviation"
  /// Sample variance.
  case sampleVariance = "sample-variance"
  /// Excess kurtosis.
  case kurtosis = "kurtosis"
  /// Skewness.
  case skewness = "skewness"
  /// Maximum less minimum.
  case range = "range"
  /// Smallest value.
  case minimum = "minimum"
  /// Largest value.
  case maximum = "maximum"
  /// Sum.
  case sum = "sum"
  /// Number of values.
  case count = "count"
  /// Half-width of the 95 % confidence interval of the mean.
  case confidenceHalfWidth = "confidence-half-width"

  /// What people call it, for the head of a column or row.
  public var title: String { definition.title }

  /// What its unit is, given the unit of the values.
  public var dimension: Dimension { definition.dimension }

  /// Its value in a summary; `nil` where it is undefined.
  public func value(in summary: Summary) -> Double? { definition.value(summary) }
}
