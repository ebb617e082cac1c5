import Rounding
import Statistics

/// What the runs of one build measured, in one group of a distribution chart.
public struct DistributionRuns: Sendable, Equatable {
  /// One figure a run, in the order of the runs.
  public let values: [Double]
  /// What tells with how many digits they are written; nil for values that no `Double` can sum.
  private let summary: Summary?

  /// Takes the figures of at least one run.
  ///
  /// - Throws: `ChartDataError.noData`, `.notFinite`.
  public init(_ values: [Double]) throws(ChartDataError) {
    guard !values.isEmpty else { throw .noData("a distribution") }
    for value in values where !value.isFinite { throw .notFinite("a run's figure", value) }
    self.values = values
    summary = try? Summary(of: Distribution(values))
  }
  /// With which digits the median and the quartiles are written.
  var middleFormat: NumberFormat { summary?.format(of: .median) ?? .plain }

  /// With which digits single runs are written.
  var runFormat: NumberFormat { summary?.format(of: .minimum) ?? .plain }
}
