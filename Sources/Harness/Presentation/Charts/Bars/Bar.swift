import Statistics

/// One bar: a value and its uncertainty.
public struct Bar: Sendable, Equatable {
  /// The bar's length, in the value axis's unit; 0 or more.
  public let value: Double
  /// The interval drawn as an error bar, such as a confidence interval; the chart's title or its surroundings
  /// must explain it.
  public let interval: ClosedRange<Double>?
  /// The number format of the value and the interval.
  public let format: NumberFormat

  /// Makes a bar without an interval.
  /// - Throws: `ChartError.notFinite`, `.negative`.
  public init(_ value: Double) throws(ChartError) {
    self.value = try Self.checked(value)
    self.interval = nil
    format = .plain
  }

  /// Makes a bar with an interval. Its low end may be below 0; that part is not drawn, because the axis
  /// begins at 0. By default the number format follows from a quarter of the interval, the standard error of
  /// a 95 % interval.
  /// - Throws: `ChartError.notFinite`, `.negative`, `.intervalReversed`.
  public init(
    _ value: Double, low: Double, high: Double, format: NumberFormat? = nil
  ) throws(ChartError) {
    self.value = try Self.checked(value)
    guard low.isFinite else { throw .notFinite("an interval's low end", low) }
    guard high.isFinite else { throw .notFinite("an interval's high end", high) }
    guard low <= high else { throw .intervalReversed(low: low, high: high) }
    guard high >= 0 else { throw .negative("an interval's high end", high) }
    self.interval = low...high
    self.format = format ?? .uncertainty((high - low) / 4)
  }

  var valueText: String { format.string(for: value) }

  var top: Double { max(value, interval?.upperBound ?? value) }

  private static func checked(_ value: Double) throws(ChartError) -> Double {
    guard value.isFinite else { throw .notFinite("a bar", value) }
    guard value >= 0 else { throw .negative("a bar", value) }
    return value
  }
}

/// The placing of the values above a bar chart's bars: horizontal, vertical if they are wider than their
/// bars, or omitted, so that they never overlap.
struct BarValueLabels {
  static let size = ChartStyle.smallSize - 1

  /// gnuplot's term for their direction; nil if they have no room.
  let side: String?
  /// The height of the axis relative to the highest bar.
  let reach: Double

  private static let lineHeight = size * 1.2
  private static let reachAcross = 1.12
  /// More would squeeze the bars.
  private static let maximumReach = 1.35

  init(_ chart: BarChart, _ frame: GroupedFrame) {
    let widths = chart.series.flatMap(\.places).compactMap(\.self).map {
      TextMetrics.width($0.valueText, size: Self.size)
    }
    let widest = widths.max() ?? 0
    let upright = 1 / max(0.1, 1 - (widest + 12) / frame.length)
    if widest <= frame.seriesRoom {
      (side, reach) = ("center", Self.reachAcross)
    } else if frame.seriesRoom >= Self.lineHeight, upright <= Self.maximumReach {
      (side, reach) = ("left rotate by 90", max(upright, Self.reachAcross))
    } else {
      (side, reach) = (nil, Self.reachAcross)
    }
  }
}
