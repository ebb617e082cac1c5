/// How far layouts of the code lie apart: for each story and build a column of points, one a
/// layout, over a band that is as high as the runs of a single layout spread.
///
/// Points far outside of their band tell of layouts that differ by more than runs do.
public struct LayoutChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What points and bands are.
  public let note: String
  /// What distances from 0 mean.
  public let axis: ChartAxis
  /// The groups' names, from left to right.
  public let groups: [String]
  /// The columns, one series a build.
  public let series: [LayoutSeries]

  /// Makes a chart of at least one column.
  ///
  /// - Throws: `ChartDataError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String], series: [LayoutSeries]
  ) throws(ChartDataError) {
    for one in series where one.columns.count != groups.count {
      throw .countMismatch(series: one.name, expected: groups.count, found: one.columns.count)
    }
    guard series.contains(where: { $0.columns.contains { $0 != nil } }) else {
      throw .noData("layout chart \"\(title)\"")
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
