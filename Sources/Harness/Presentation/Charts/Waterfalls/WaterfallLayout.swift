/// The places of a waterfall's parts, in pixels from the left and from the top.
struct WaterfallLayout {
  let heading: ChartHeading
  let legend: [String]
  /// The data's edges.
  let left: Double
  let right: Double
  /// The height of the data.
  let length: Double
  private let rowHeight: Double
  private let barCount: Int

  /// The height of a bar, and of its row.
  static let bar = 13.0
  static let valueSize = ChartStyle.smallSize - 1
  private static let slot = 18.0
  private static let gap = 9.0
  private static let edge = 16.0
  private static let bottom = 62.0

  init(_ chart: StepWaterfall, on canvas: ChartCanvas) {
    legend = chart.series.map { canvas.legend($0.name) }
    // The builds' filled parts, and the empty part of all.
    heading = ChartHeading(chart, entries: legend + ["waiting"], on: canvas)
    barCount = chart.series.count
    rowHeight = Double(barCount) * Self.slot + Self.gap
    length = Double(chart.drawn.count) * rowHeight + Self.gap
    let names = chart.drawn.map { chart.steps[$0] }
    left = Self.edge + TextMetrics.columnWidth(names, atMost: canvas.width * 0.3) + 12
    let valueTexts = chart.series.flatMap { one in chart.drawn.compactMap { one.places[$0]?.worded }
    }
    let widths = valueTexts.map { TextMetrics.width($0, size: Self.valueSize) }
    right = canvas.width - Self.edge - (widths.max() ?? 0) - 8
  }

  /// The middle of a bar, below the top of the data.
  func middle(ofRow row: Int, series: Int) -> Double {
    Self.gap + Double(row) * rowHeight + (Double(series) + 0.5) * Self.slot
  }

  func middle(ofRow row: Int) -> Double {
    (middle(ofRow: row, series: 0) + middle(ofRow: row, series: barCount - 1)) / 2
  }

  /// A step's name, cut to its column, but keeping its repetitions.
  func name(_ name: String) -> String {
    let repeats = name.firstMatch(of: /\ ×\d{1,9}$/).map { String($0.output) } ?? ""
    let size = ChartStyle.smallSize
    let room = left - Self.edge - 12 - TextMetrics.width(repeats, size: size)
    let head = String(name.dropLast(repeats.count))
    return TextMetrics.shortened(head, to: room, size: size) + repeats
  }

  /// The height of a picture that holds all bars.
  var neededHeight: Double { heading.bottom + length + Self.bottom }
}
