import Rounding

/// What one build comes to in its layouts, in one group of a layout chart.
public struct LayoutColumn: Sendable, Equatable {
  /// Each layout's mean, as its distance from the mean of all in percent.
  public let deviations: [Double]
  /// The standard deviation over the runs of one layout, in percent; nil where it is unknown.
  public let runDeviation: Double?
  /// With which digits deviations are written.
  public let format: NumberFormat

  /// Makes a column.
  ///
  /// - Parameter format: with which digits deviations are written.
  /// - Throws: `ChartDataError.noData` without layouts, `.notFinite`, `.negative` for a standard
  ///   deviation below 0.
  public init(
    deviations: [Double], runDeviation: Double?, format: NumberFormat = .plain
  ) throws(ChartDataError) {
    guard !deviations.isEmpty else { throw .noData("a column of layouts") }
    for deviation in deviations where !deviation.isFinite {
      throw .notFinite("a layout's deviation", deviation)
    }
    if let runDeviation {
      guard runDeviation.isFinite else { throw .notFinite("a standard deviation", runDeviation) }
      guard runDeviation >= 0 else { throw .negative("a standard deviation", runDeviation) }
    }
    self.deviations = deviations
    self.runDeviation = runDeviation
    self.format = format
  }

  /// The farthest from 0 that is drawn.
  var reach: Double { max(deviations.map(abs).max() ?? 0, runDeviation ?? 0) }
}
