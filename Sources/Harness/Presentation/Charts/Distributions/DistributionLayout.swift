import Glibc
import Statistics

/// The places of a distribution chart's panels, in pixels from the left and from the top.
struct DistributionLayout {
  let heading: ChartHeading
  let legend: [String]
  private let columns: Int
  private let rows: Int
  private let canvas: ChartCanvas
  /// The space for the axes' labels, left of each panel.
  private let labels: Double

  /// The space above a panel's data, for its story's name.
  static let titleHeight = ChartStyle.smallSize * 1.7
  private static let gap = 14.0
  /// The space for the whole picture's axis label.
  private static let margin = 34.0
  private static let bottom = 10.0

  init(_ chart: DistributionChart, on canvas: ChartCanvas) {
    self.canvas = canvas
    legend = chart.series.map { canvas.legend($0.name) }
    heading = ChartHeading(chart, entries: legend, on: canvas)
    let panels = chart.groups.count
    columns = panels <= 4 ? panels : panels.isMultiple(of: 3) || panels == 5 ? 3 : 4
    rows = (panels + columns - 1) / columns
    labels =
      chart.groups.indices.map { DistributionScale(chart, panel: $0, length: 100).labelWidth }
      .max() ?? 0
  }

  /// The left and right edge of a panel's data.
  func across(_ panel: Int) -> ClosedRange<Double> {
    let width = (canvas.width - Self.margin - Self.gap) / Double(columns)
    let begin = Self.margin + Double(panel % columns) * width + labels + 8
    return begin...max(begin + 10, Self.margin + Double(panel % columns + 1) * width - 6)
  }

  /// The upper and lower edge of a panel's data.
  func down(_ panel: Int) -> ClosedRange<Double> {
    let height = (canvas.height - heading.bottom - Self.bottom) / Double(rows)
    let begin = heading.bottom + Double(panel / columns) * height
    return (begin + Self.titleHeight)...(begin + height - Self.gap)
  }

  /// The height of a picture in which every panel is readable.
  var neededHeight: Double { heading.bottom + Double(rows) * (rows == 1 ? 320 : 210) + Self.bottom }
}

/// The vertical axis of one panel.
///
/// It is logarithmic if the greatest value is more than five times the least: on a linear one the dots of
/// fast builds would be flat compared with a slow one's.
struct DistributionScale {
  let low: Double
  let high: Double
  let isLogarithmic: Bool
  /// The value for `set ytics`.
  let tics: String
  /// The approximate width of the widest tic label, in pixels.
  let labelWidth: Double

  private static let size = ChartStyle.smallSize

  init(_ chart: DistributionChart, panel: Int, length: Double) {
    let values = chart.series.compactMap { $0.places[panel] }.flatMap(\.values)
    let minimum = values.min() ?? 0
    let maximum = values.max() ?? 1
    isLogarithmic = minimum > 0 && maximum / 5 > minimum
    if isLogarithmic {
      (low, high) = (minimum / 1.2, maximum * 1.2)
      let places = Self.places(from: low, to: high, length: length)
      tics = "(\(places.map { "\($0)" }.joined(separator: ", ")))"
      // Whole numbers have one digit more than their power of ten, others also a sign and a zero.
      let digits = places.map { abs(log10($0).rounded(.down)) + ($0 < 1 ? 2 : 1) }
      labelWidth = (digits.max() ?? 0) * TextMetrics.width("0", size: Self.size)
    } else {
      // Halves, because the difference of two finite numbers may be infinite.
      let reach = (maximum / 2 - minimum / 2) * 2
      let room = reach > 0 && reach.isFinite ? reach * 0.08 : max(abs(maximum) * 0.01, 1e-9)
      low = minimum >= 0 ? max(0, minimum - room) : minimum - room
      high = maximum + room
      let step = TicStep.covering(high - low, length: length)
      tics = "\(step)"
      labelWidth = Self.width(from: low, to: high, step: step)
    }
  }

  /// 1, 2 and 5 times powers of ten, or only the powers if these would be too close.
  private static func places(from low: Double, to high: Double, length: Double) -> [Double] {
    let powers = (Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))).map {
      pow(10, Double($0))
    }
    let close = length / log10(high / low) * log10(2) < size * 1.3
    let all = powers.flatMap { close ? [$0] : [$0, 2 * $0, 5 * $0] }
    return all.filter { (low...high).contains($0) }
  }

  private static func width(from low: Double, to high: Double, step: Double) -> Double {
    var decimals = 0
    var unit = 1.0
    while decimals < 9, unit > step * 1.001 {
      decimals += 1
      unit /= 10
    }
    let texts = [low, high].map(NumberFormat.decimals(decimals).string)
    return texts.map { TextMetrics.width($0, size: size) }.max() ?? 0
  }
}

/// The places of a column's dots, so that equal values are side by side.
///
/// The places follow the multiples of the golden section: each falls into the widest gap left by the previous
/// ones. Nothing is random, so equal charts are equal.
enum DotPlacement {
  /// More dots than this would cover each other.
  static let maximum = 500
  private static let goldenSection = 0.618_033_988_749_895

  /// Returns whether the dots would hide the box behind them. They are then small and pale, and the box's
  /// outline is drawn over them.
  static func areMany(_ values: [Double]) -> Bool { values.count > 60 }

  /// The shift of a run's dot from the middle of its column, from -1 to 1.
  static func shift(_ run: Int) -> Double {
    let turns = (Double(run) + 0.5) * goldenSection
    return 2 * (turns - turns.rounded(.down)) - 1
  }

  /// The numbers of the runs whose dots are drawn: all, or as many as can be distinguished, evenly over their
  /// ranks, with the least and the greatest.
  static func drawn(_ values: [Double]) -> [Int] {
    guard values.count > maximum else { return Array(values.indices) }
    let ranked = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    let last = Double(ranked.count - 1)
    return (0..<maximum).map { ranked[Int((Double($0) * last / Double(maximum - 1)).rounded())] }
  }
}

/// The measurements of a box plot.
///
/// Quartiles are interpolated like R's type 7, NumPy's default and Excel's QUARTILE.INC, which gives the same
/// median as `Summary`. Whiskers reach to the farthest values within 1.5 times the box's height.
///
/// Source: J. W. Tukey, "Exploratory Data Analysis" (1977), pages 39-47; R. J. Hyndman, Y. Fan,
/// "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), 361-365.
struct BoxSummary: Equatable {
  /// Each of five runs is one of the box's five values; with fewer, the dots already show everything.
  static let fewestValues = 5

  let lowWhisker: Double
  let lowerQuartile: Double
  let median: Double
  let upperQuartile: Double
  let highWhisker: Double

  /// - Parameter values: at least one.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let lower = Self.quantile(0.25, of: sorted)
    let upper = Self.quantile(0.75, of: sorted)
    let reach = 1.5 * (upper - lower)
    lowerQuartile = lower
    median = Self.quantile(0.5, of: sorted)
    upperQuartile = upper
    lowWhisker = min(lower, sorted.first { $0 >= lower - reach } ?? lower)
    highWhisker = max(upper, sorted.last { $0 <= upper + reach } ?? upper)
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    let part = place - Double(below)
    // Weighted, because the difference of two finite numbers may be infinite.
    return sorted[below] * (1 - part) + sorted[above] * part
  }
}
