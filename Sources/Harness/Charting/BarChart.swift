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
    for one in series where one.bars.count != groups.count {
      throw .countMismatch(series: one.name, expected: groups.count, found: one.bars.count)
    }
    guard series.contains(where: { $0.bars.contains { $0 != nil } }) else {
      throw .noData("bar chart \"\(title)\"")
    }
    guard series.count <= ChartStyle.seriesLimit else {
      throw .tooManySeries(found: series.count, limit: ChartStyle.seriesLimit)
    }
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = series
  }
}
