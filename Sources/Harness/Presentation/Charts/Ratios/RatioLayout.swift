import Glibc
import Statistics

/// The places of a ratio chart's parts, in pixels from the left and from the top.
struct RatioLayout {
  struct Panel {
    let title: String
    /// From the picture's top to the section's data.
    let top: Double
    /// The height of its data.
    let length: Double
    /// Its lines, and the middle of each, below ``top``.
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
  let legend: [RatioChart.LegendEntry]
  /// The data's left and right edge.
  let left: Double
  let right: Double
  /// The right edge of measurements, and the left edge of verdicts.
  let valuesEnd: Double
  let verdicts: Double

  init(_ chart: RatioChart, on canvas: ChartCanvas) {
    legend = chart.legend(on: canvas)
    heading = ChartHeading(chart, entries: legend.map(\.text), on: canvas)
    panels = Self.panels(of: chart, below: heading.bottom)
    let rows = chart.rows
    let labels = TextMetrics.columnWidth(rows.map(\.label), atMost: canvas.width * 0.25)
    let words = TextMetrics.columnWidth(rows.map(\.verdict), atMost: canvas.width * 0.17)
    let numbers = TextMetrics.columnWidth(rows.map(\.valueText), atMost: canvas.width * 0.27)
    left = Self.edge + labels + Self.gap
    verdicts = canvas.width - Self.edge - words
    valuesEnd = verdicts - Self.gap
    right = valuesEnd - numbers - Self.gap
  }

  /// A line's texts, cut to their columns, and for each its place and the side of it that this is.
  func texts(of row: RatioRow, on canvas: ChartCanvas) -> [(String, Double, String)] {
    func cut(_ text: String, _ room: Double) -> String {
      TextMetrics.shortened(text, to: room, size: ChartStyle.smallSize)
    }
    return [
      (cut(row.label, left - Self.edge - Self.gap), left - Self.gap, "right"),
      (cut(row.valueText, valuesEnd - right - Self.gap), valuesEnd, "right"),
      (cut(row.verdict, canvas.width - Self.edge - verdicts), verdicts, "left"),
    ]
  }

  /// The height of a picture that holds all lines.
  var neededHeight: Double {
    let end = panels.last.map { $0.top + $0.length + Self.tics } ?? heading.bottom
    return end + Self.bottom
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

/// The range of a chart's axis, in natural logarithms of ratios.
struct RatioRange {
  let low: Double
  let high: Double

  /// Includes every ratio and band. Ends of intervals that lie several times farther out are cut, so that one
  /// wide interval does not squeeze all others.
  init(_ rows: [RatioRow]) {
    let ratios = rows.compactMap(\.ratio)
    let bands = rows.flatMap { [$0.floor, $0.margin] }.compactMap(\.self)
    let inner =
      ratios.map { log($0.point) }
      + bands.flatMap { [log($0.lowerBound), log($0.upperBound)] } + [0]
    let reach = 3 * max(inner.map(abs).max() ?? 0, 0.005)
    let ends = ratios.flatMap { [log($0.low), log($0.high)] }.map { min(max($0, -reach), reach) }
    let lowest = (inner + ends).min() ?? 0
    let highest = (inner + ends).max() ?? 0
    let room = max((highest - lowest) * 0.05, 0.0005)
    low = lowest - room
    high = highest + room
  }

  /// A ratio's place, cut to the axis.
  func place(of ratio: Double) -> Double { min(max(log(ratio), low), high) }

  func holds(_ ratio: Double) -> Bool { log(ratio) >= low && log(ratio) <= high }
}

/// The tics of a logarithmic axis of ratios, labelled in percent.
struct RatioTics {
  struct Tic: Equatable {
    /// The natural logarithm of the ratio.
    let place: Double
    let label: String
  }

  let tics: [Tic]

  /// Equal when nothing changed.
  private static let equal = Tic(place: 0, label: "0 %")
  private static let gap = 12.0

  /// The tics of an axis that is `length` pixels long.
  init(_ range: RatioRange, length: Double) {
    let scale = length / (range.high - range.low)
    // Outwards from 0, so that it is never dropped.
    func chosen(_ candidates: [Tic]) -> [Tic] {
      var last = Self.equal
      return candidates.filter { tic in
        let apart = abs(tic.place - last.place) * scale
        let widths = TextMetrics.width(tic.label + last.label, size: ChartStyle.smallSize)
        guard apart >= widths / 2 + Self.gap else { return false }
        last = tic
        return true
      }
    }
    let candidates = Self.candidates(range, scale: scale)
      .filter { $0 != 0 && range.holds(1 + $0 / 100) }
      .map { Tic(place: log(1 + $0 / 100), label: Self.label($0)) }
    let above = chosen(candidates.filter { $0.place > 0 }.sorted { $0.place < $1.place })
    let below = chosen(candidates.filter { $0.place < 0 }.sorted { $0.place > $1.place })
    tics = below.reversed() + [Self.equal] + above
  }

  /// Changes in percent. Near 1 equal steps are nearly equal on the axis; over wide ranges those of 1, 2 and
  /// 5 times powers of ten are.
  private static func candidates(_ range: RatioRange, scale: Double) -> [Double] {
    if range.high - range.low < 0.8 {
      // The widest label determines how many tics fit.
      let count = max(2, ((range.high - range.low) * scale / 72).rounded(.down))
      let minimum = (exp(range.high) - exp(range.low)) * 100 / count
      let power = TicStep.powerOfTen(atMost: minimum)
      let steps: [Double] = [power, 2 * power, 5 * power, 10 * power]
      let step = steps.first { $0 >= minimum } ?? minimum
      return (-60...60).map { Double($0) * step }.filter { $0 > -100 }
    }
    var ratios: [Double] = [1.25, 1.5, 2, 3, 5, 10]
    if range.high - range.low >= 2.5 {
      let powers = (0...12).map { exp(Double($0) * log(10)) }
      ratios = powers.flatMap { power -> [Double] in [power * 2, power * 5, power * 10] }
    }
    return ratios.map { ($0 - 1) * 100 } + ratios.map { (1 / $0 - 1) * 100 }
  }

  private static func label(_ percent: Double) -> String {
    let size = abs(percent)
    var decimals = 0
    var unit = 1.0
    // With enough digits to distinguish it from other ratios.
    while decimals < 6, abs((size / unit).rounded() * unit - size) > size * 0.002 {
      decimals += 1
      unit /= 10
    }
    return NumberFormat.decimals(decimals).withPlus.string(for: percent) + " %"
  }
}

extension RatioChart {
  /// gnuplot's words for a sample, and the text beside it.
  typealias LegendEntry = (look: String, text: String)

  /// The legend: each used shape with its verdicts, and the bands.
  func legend(on canvas: ChartCanvas) -> [LegendEntry] {
    var entries: [LegendEntry] = []
    for marker in RatioMarker.allCases {
      let used = rows.filter { $0.marker == marker && $0.ratio != nil }
      if used.isEmpty { continue }
      let look =
        "points pointtype \(marker.pointType) pointsize 1.2 linecolor rgb '\(marker.colour)'"
      entries.append((look, canvas.legend(used.map(\.verdict).uniqued.joined(separator: ", "))))
    }
    let bands: [(KeyPath<RatioRow, ClosedRange<Double>?>, String, String)] = [
      (\.floor, floorName, ChartStyle.floor), (\.margin, marginName, ChartStyle.span),
    ]
    for (band, name, colour) in bands where !name.isEmpty {
      guard rows.contains(where: { $0[keyPath: band] != nil }) else { continue }
      entries.append(
        ("boxes fillstyle solid noborder linecolor rgb '\(colour)'", canvas.legend(name)))
    }
    return entries
  }
}
