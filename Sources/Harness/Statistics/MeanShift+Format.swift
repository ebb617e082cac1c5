import Rounding

extension MeanShift {
  /// The standard deviation of both sides together, dividing as ``p`` does; 0 of two values.
  private var pooledDeviation: Double {
    let (n, m) = (Double(countBefore), Double(countAfter))
    guard n + m > 2 else { return 0 }
    let squares =
      (n - 1) * deviationBefore * deviationBefore + (m - 1) * deviationAfter * deviationAfter
    return (squares / (n + m - 2)).squareRoot()
  }

  /// With which digits people are shown the mean before: by its standard error.
  /// - Parameter scale: base units per displayed unit.
  public func formatBefore(scale: Double) -> NumberFormat {
    .uncertainty(pooledDeviation / Double(countBefore).squareRoot() / scale)
  }

  /// With which digits people are shown the mean from the point on: by its standard error.
  /// - Parameter scale: base units per displayed unit.
  public func formatAfter(scale: Double) -> NumberFormat {
    .uncertainty(pooledDeviation / Double(countAfter).squareRoot() / scale)
  }

  /// With which digits ``relativeChange`` is shown in percent, by its standard error: to first order
  /// √(a² + r² b²), with r = after / before and the errors a of the mean after and b of the mean
  /// before, each over the mean before.
  public var changeFormat: NumberFormat {
    guard before != 0 else { return NumberFormat.plain.withPlus }
    let ratio = after / before
    let squares = 1 / Double(countAfter) + ratio * ratio / Double(countBefore)
    let error = pooledDeviation / abs(before) * squares.squareRoot()
    return NumberFormat.uncertainty(error * 100).withPlus
  }
}
