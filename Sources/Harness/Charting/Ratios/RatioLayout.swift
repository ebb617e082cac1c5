/// The places of a ratio chart's parts, in pixels from the left and from the top.
struct RatioLayout {
  /// A section with an axis of its own.
  struct Panel {
    let title: String
    /// From the picture's top to the section's data.
    let top: Double
    /// The height of its data.
    let length: Double
    /// Its lines, and how far below ``top`` the middle of each is.
    let rows: [(row: RatioRow, middle: Double)]
    let range: RatioRange
  }

  static let rowHeight = 23.0
  static let headingHeight = 30.0
  /// Between the last line and the axis.
  private static let foot = 6.0
  /// An axis's tics and their labels.
  private static let tics = 24.0
  /// The last axis's own label.
  private static let bottom = 42.0
  private static let edge = 16.0
  private static let gap = 14.0

  let panels: [Panel]
  let heading: ChartHeading
  let legend: [RatioLegend.Entry]
  /// The data's left and right edge.
  let left: Double
  let right: Double
  /// Where figures end, and where verdicts begin.
  let figures: Double
  let verdicts: Double

  init(_ chart: RatioChart, on canvas: ChartCanvas) {
    legend = RatioLegend(chart, on: canvas).entries
    heading = ChartHeading(chart, entries: legend.map(\.text), on: canvas)
    panels = Self.panels(of: chart, below: heading.bottom)
    let rows = chart.rows
    func width(_ texts: [String], atMost limit: Double) -> Double {
      // Half a pixel, so that what fits is not cut where a sum was rounded.
      min(limit, texts.map { TextMetrics.width($0, size: ChartStyle.smallSize) }.max() ?? 0) + 0.5
    }
    let labels = width(rows.map(\.label), atMost: canvas.width * 0.25)
    let words = width(rows.map(\.verdict), atMost: canvas.width * 0.17)
    let numbers = width(rows.map(\.figure), atMost: canvas.width * 0.27)
    left = Self.edge + labels + Self.gap
    verdicts = canvas.width - Self.edge - words
    figures = verdicts - Self.gap
    right = figures - numbers - Self.gap
  }

  /// A label, cut to its column.
  func label(_ row: RatioRow) -> String {
    TextMetrics.shortened(row.label, to: left - Self.edge - Self.gap, size: ChartStyle.smallSize)
  }

  /// A line's figure, cut to its column.
  func figure(_ row: RatioRow) -> String {
    TextMetrics.shortened(row.figure, to: figures - right - Self.gap, size: ChartStyle.smallSize)
  }

  /// A line's verdict, cut to its column.
  func verdict(_ row: RatioRow, on canvas: ChartCanvas) -> String {
    TextMetrics.shortened(
      row.verdict, to: canvas.width - Self.edge - verdicts, size: ChartStyle.smallSize)
  }

  /// As high as all lines need.
  static func size(of chart: RatioChart) throws(ChartDataError) -> ChartSize {
    let width = ChartSize.standard.width
    // The heading's height follows from the width alone.
    let canvas = ChartCanvas(format: .svg, size: .standard)
    let heading = ChartHeading(
      chart, entries: RatioLegend(chart, on: canvas).entries.map(\.text), on: canvas)
    let last = panels(of: chart, below: heading.bottom).last
    let end = last.map { $0.top + $0.length + tics } ?? heading.bottom
    return try ChartSize(width: width, height: max(320, Int((end + bottom).rounded(.up))))
  }

  private static func panels(of chart: RatioChart, below top: Double) -> [Panel] {
    var panels: [Panel] = []
    var y = top
    for section in chart.sections {
      y += headingHeight
      let rows = section.rows.enumerated().map { index, row in
        (row: row, middle: (Double(index) + 0.5) * rowHeight)
      }
      let length = Double(rows.count) * rowHeight + foot
      panels.append(
        Panel(
          title: section.title, top: y, length: length, rows: rows,
          range: RatioRange(section.rows)))
      y += length + tics
    }
    return panels
  }
}
