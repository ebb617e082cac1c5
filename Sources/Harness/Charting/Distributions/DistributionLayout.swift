/// The places of a distribution chart's panels, in pixels from the left and from the top.
struct DistributionLayout {
  let heading: ChartHeading
  let legend: [String]
  private let columns: Int
  private let rows: Int
  private let canvas: ChartCanvas
  /// The room of the axes' labels, left of each panel.
  private let labels: Double

  /// Above a panel's data: its story's name.
  static let titleHeight = ChartStyle.smallSize * 1.7
  private static let gap = 14.0
  /// The room of the whole picture's axis label.
  private static let margin = 34.0
  private static let bottom = 10.0

  init(_ chart: DistributionChart, on canvas: ChartCanvas) {
    self.canvas = canvas
    legend = chart.series.map { canvas.legend($0.name) }
    heading = ChartHeading(chart, entries: legend, on: canvas)
    (columns, rows) = Self.grid(of: chart.groups.count)
    labels =
      chart.groups.indices.map { DistributionScale(chart, panel: $0, length: 100).labelWidth }
      .max() ?? 0
  }

  /// Where a panel's data begin and end, from the left.
  func across(_ panel: Int) -> ClosedRange<Double> {
    let width = (canvas.width - Self.margin - Self.gap) / Double(columns)
    let begin = Self.margin + Double(panel % columns) * width + labels + 8
    return begin...max(begin + 10, Self.margin + Double(panel % columns + 1) * width - 6)
  }

  /// Where a panel's data begin and end, from the top.
  func down(_ panel: Int) -> ClosedRange<Double> {
    let height = (canvas.height - heading.bottom - Self.bottom) / Double(rows)
    let begin = heading.bottom + Double(panel / columns) * height
    return (begin + Self.titleHeight)...(begin + height - Self.gap)
  }

  /// As high as the panels need.
  static func size(of chart: DistributionChart) throws(ChartDataError) -> ChartSize {
    let canvas = ChartCanvas(format: .svg, size: .standard)
    let heading = ChartHeading(
      chart, entries: chart.series.map { canvas.legend($0.name) }, on: canvas)
    let rows = grid(of: chart.groups.count).rows
    let height = heading.bottom + Double(rows) * (rows == 1 ? 320 : 210) + bottom
    return try ChartSize(width: ChartSize.standard.width, height: Int(height.rounded(.up)))
  }

  private static func grid(of panels: Int) -> (columns: Int, rows: Int) {
    let columns = panels <= 4 ? panels : panels.isMultiple(of: 3) || panels == 5 ? 3 : 4
    return (columns, (panels + columns - 1) / columns)
  }
}
