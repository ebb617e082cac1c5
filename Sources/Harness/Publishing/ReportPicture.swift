import Charting

/// A picture of a report, and its file name without ending.
struct ReportPicture: Sendable {
  let name: String
  let chart: any Chart
  let size: ChartSize

  /// - Throws: `ChartDataError.sizeOutOfRange` for more than a picture can hold.
  init(_ name: String, _ chart: any Chart) throws(ChartDataError) {
    self.name = name
    self.chart = chart
    size = try chart.size()
  }
}
