/// Every run as a dot over a box: a panel a story, with a column of dots a build.
///
/// Each panel has an axis of its own that need not begin at 0: what is looked at is how runs lie to
/// each other, and stories may differ a thousandfold.
public struct DistributionChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What dots and boxes are.
  public let note: String
  /// What the values are.
  public let axis: ChartAxis
  /// The panels' names.
  public let groups: [String]
  /// The columns, one series a build.
  public let series: [DistributionSeries]

  /// Makes a chart of at least one run.
  ///
  /// - Throws: `ChartDataError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String],
    series: [DistributionSeries]
  ) throws(ChartDataError) {
    try series.check(against: groups, of: "distribution chart \"\(title)\"")
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = series
  }

  /// As wide as other charts, and so high that every panel can be read.
  ///
  /// - Throws: `ChartDataError.sizeOutOfRange` for more panels than a picture can hold.
  public func size() throws(ChartDataError) -> ChartSize {
    try DistributionLayout.size(of: self)
  }
}
