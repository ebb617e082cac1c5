/// Points with a measured quantity on either axis, such as CPU against memory.
public struct ScatterChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What a point is, such as one run.
  public let note: String
  /// What a point's `x` means.
  public let horizontal: ChartAxis
  /// What a point's `y` means.
  public let vertical: ChartAxis
  /// The clouds, each with a colour and a shape of its own.
  public let series: [PointSeries]

  /// Makes a chart of at least one series.
  ///
  /// - Throws: `ChartDataError.noData`, `.tooManySeries`.
  public init(
    title: String, note: String = "", horizontal: ChartAxis, vertical: ChartAxis,
    series: [PointSeries]
  ) throws(ChartDataError) {
    guard !series.isEmpty else { throw .noData("scatter chart \"\(title)\"") }
    guard series.count <= ChartStyle.seriesLimit else {
      throw .tooManySeries(found: series.count, limit: ChartStyle.seriesLimit)
    }
    self.title = title
    self.note = note
    self.horizontal = horizontal
    self.vertical = vertical
    self.series = series
  }
}
