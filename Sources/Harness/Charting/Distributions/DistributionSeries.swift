/// One build's runs: one place for each group, in the groups' order.
public struct DistributionSeries: Sendable, Equatable {
  /// What the legend says.
  public let name: String
  /// One place a group; nil where nothing was measured.
  public let runs: [DistributionRuns?]

  /// Makes a series; the chart checks that it fits its groups.
  public init(name: String, runs: [DistributionRuns?]) {
    self.name = name
    self.runs = runs
  }
}

extension DistributionSeries: GroupedSeries {
  var places: [DistributionRuns?] { runs }
}
