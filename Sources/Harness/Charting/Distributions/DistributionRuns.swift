/// What the runs of one build measured, in one group of a distribution chart.
public struct DistributionRuns: Sendable, Equatable {
  /// One figure a run, in the order of the runs.
  public let values: [Double]

  /// Takes the figures of at least one run.
  ///
  /// - Throws: `ChartDataError.noData`, `.notFinite`.
  public init(_ values: [Double]) throws(ChartDataError) {
    guard !values.isEmpty else { throw .noData("a distribution") }
    for value in values where !value.isFinite { throw .notFinite("a run's figure", value) }
    self.values = values
  }
}
