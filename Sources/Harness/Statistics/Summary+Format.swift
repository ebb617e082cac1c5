import Rounding

extension Summary {
  /// With which digits people are shown a statistic: where the second significant digit of what it
  /// is uncertain by stands.
  ///
  /// - The mean, its error and the half of its interval: by the standard error of the mean. That of
  ///   a median is of the same size (1.25 times as large where values are normal).
  /// - Values of single runs and their spread (least, greatest, mode, range, standard deviation): by
  ///   the standard deviation.
  /// - The sum: by n times the standard error. The variance, which is an uncertainty squared, and the
  ///   shape, kurtosis and skewness: two digits.
  ///
  /// One value has no spread, so that all of it is ``NumberFormat/plain``, and equal values too.
  /// - Parameter scale: base units, of the variance their squares, per displayed unit.
  public func format(of statistic: Statistic, scale: Double = 1) -> NumberFormat {
    func by(_ error: Double?) -> NumberFormat { error.map { .uncertainty($0 / scale) } ?? .plain }
    return switch statistic {
    case .mean, .standardError, .median, .confidenceHalfWidth: by(standardError)
    case .minimum, .maximum, .mode, .range, .standardDeviation: by(standardDeviation)
    case .sum: by(standardError.map { $0 * Double(count) })
    case .sampleVariance: by(sampleVariance)
    case .kurtosis, .skewness: .coarse
    case .count: .integer
    }
  }
}
