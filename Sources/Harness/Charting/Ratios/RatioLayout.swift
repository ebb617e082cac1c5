/// The places of a ratio chart's parts, in pixels from the left and from the top.
struct RatioLayout {
  /// A line or a heading, and how far below the top of the data its middle is.
  enum Place {
    case heading(String, middle: Double)
    case row(RatioRow, middle: Double)
  }

  static let rowHeight = 23.0
  private static let headingHeight = 30.0
  /// Between the last line and the axis.
  private static let foot = 8.0
  /// Tics, their labels and the axis's own label.
  private static let bottom = 66.0
  private static let edge = 16.0
  private static let gap = 14.0

  let places: [Place]
  let heading: ChartHeading
  let legend: [RatioLegend.Entry]
  /// The height of the data.
  let length: Double
  /// The data's left and right edge.
  let left: Double
  let right: Double
  /// Where figures end, and where verdicts begin.
  let figures: Double
  let verdicts: Double

  init(_ chart: RatioChart, on canvas: ChartCanvas) {
    legend = RatioLegend(chart, on: canvas).entries
    heading = ChartHeading(chart, entries: legend.map(\.text), on: canvas)
    (places, length) = Self.places(of: chart)
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
    let height = heading.bottom + places(of: chart).length + bottom
    return try ChartSize(width: width, height: max(320, Int(height.rounded(.up))))
  }

  private static func places(of chart: RatioChart) -> (places: [Place], length: Double) {
    var places: [Place] = []
    var y = 0.0
    for section in chart.sections {
      places.append(.heading(section.title, middle: y + headingHeight * 0.55))
      y += headingHeight
      for row in section.rows {
        places.append(.row(row, middle: y + rowHeight / 2))
        y += rowHeight
      }
    }
    return (places, y + foot)
  }
}
