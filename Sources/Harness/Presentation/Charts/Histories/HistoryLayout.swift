/// The places of a history chart's panels, in pixels from the left and from the top.
struct HistoryLayout {
  let left = 90.0
  let right: Double
  let heading: ChartHeading
  /// The legend's entries, cut to fit.
  let legend: [String]
  /// The experiments' labels, cut to fit.
  let experiments: [[String]]
  private let top: Double
  private let height: Double
  private let count: Int

  /// The space above a panel's data, for its story's name.
  static let titleHeight = ChartStyle.textSize * 1.5
  private static let gap = 14.0

  init(_ chart: HistoryChart, on canvas: ChartCanvas) {
    right = canvas.width - 28
    count = chart.experiments.count
    experiments = chart.experiments.map { lines in
      lines.map { TextMetrics.shortened($0, to: 120, size: ChartStyle.smallSize) }
    }
    legend = chart.names.map { canvas.legend($0) }
    let others = ["change"] + (chart.breaks.isEmpty ? [] : ["another machine or compiler"])
    heading = ChartHeading(chart, entries: legend + others, on: canvas)
    top = heading.bottom
    let lines = chart.experiments.map(\.count).max() ?? 1
    let bottom = 8 + Double(lines) * ChartStyle.smallSize * 1.55
    height = (canvas.height - top - bottom) / Double(chart.panels.count)
  }

  /// The place of a panel's name, from the top.
  func top(ofPanel index: Int) -> Double { top + Double(index) * height }

  /// The upper and lower edge of a panel's data, below this many rows of labels.
  func data(ofPanel index: Int, rows: Int) -> ClosedRange<Double> {
    let begin = top(ofPanel: index) + Self.titleHeight + Double(rows) * HistoryLabels.rowHeight
    let end = top(ofPanel: index) + height - Self.gap
    return begin...max(end, begin + 1)
  }

  /// The width of one experiment.
  var slot: Double { (right - left) / Double(count) }

  func line(before place: Int) -> Double { left + Double(place) * slot }

  /// The number of places from one label to the next, so that they don't overlap.
  var labelStep: Int {
    let widest =
      experiments.joined().map { TextMetrics.width($0, size: ChartStyle.smallSize) }.max() ?? 0
    return max(1, Int(((widest + 8) / slot).rounded(.up)))
  }
}

/// The places of change labels above a panel: centred over their lines, in as many rows as they need to avoid
/// each other.
struct HistoryLabels {
  /// A label's row, from the top, and its middle in pixels from the left.
  struct Placed {
    let text: String
    let row: Int
    let middle: Double
  }

  /// The height of a row, in pixels.
  static let rowHeight = ChartStyle.smallSize * 1.5
  private static let maximumRows = 3

  let placed: [Placed]
  /// The number of labels without room.
  let omitted: Int
  /// The number of rows, at least one.
  let rows: Int

  /// Places the labels of changes between a panel's edges, in pixels as `x` gives them for a place.
  init(_ markers: [HistoryMarker], room: ClosedRange<Double>, x: (Int) -> Double) {
    var ends = [Double](repeating: -.infinity, count: Self.maximumRows)
    var placed: [Placed] = []
    var omitted = 0
    let size = ChartStyle.smallSize
    for marker in markers.sorted(by: { $0.place < $1.place }) {
      let text = TextMetrics.shortened(marker.label, to: 340, size: size)
      let half = TextMetrics.width(text, size: size) / 2
      let middle = min(max(x(marker.place), room.lowerBound + half), room.upperBound - half)
      guard let row = ends.firstIndex(where: { $0 <= middle - half }) else {
        omitted += 1
        continue
      }
      ends[row] = middle + half + size
      placed.append(Placed(text: text, row: row, middle: middle))
    }
    self.placed = placed
    self.omitted = omitted
    rows = max(1, (placed.map(\.row).max() ?? 0) + 1)
  }
}
