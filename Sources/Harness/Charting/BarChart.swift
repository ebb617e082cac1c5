/// Bars side by side: stories along the axis, a bar for each build.
///
/// The value axis begins at 0, so that lengths compare as the values do.
public struct BarChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What the bars and their error bars are, such as means with their intervals.
  public let note: String
  /// What the bars' lengths mean.
  public let axis: ChartAxis
  /// The groups' names, from left to right.
  public let groups: [String]
  /// The bars, one series a build.
  public let series: [BarSeries]

  /// Makes a chart of at least one bar.
  ///
  /// - Throws: `ChartDataError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String], series: [BarSeries]
  ) throws(ChartDataError) {
    try series.check(against: groups, of: "bar chart \"\(title)\"")
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = series
  }
}
