/// How the figures above a bar chart's bars are written: across, upright where they are wider than
/// their bars, or not at all, so that they never overlap.
struct BarFigures {
  static let size = ChartStyle.smallSize - 1

  /// gnuplot's words for their direction; nil where they have no room.
  let side: String?
  /// How far the axis goes, as times the highest bar.
  let reach: Double

  private static let lineHeight = size * 1.2
  private static let reachAcross = 1.12
  /// More would press the bars together.
  private static let mostReach = 1.35

  init(_ chart: BarChart, _ frame: GroupedFrame) {
    let widths = chart.series.flatMap(\.bars).compactMap(\.self).map {
      TextMetrics.width($0.figure, size: Self.size)
    }
    let widest = widths.max() ?? 0
    let upright = 1 / max(0.1, 1 - (widest + 12) / frame.length)
    if widest <= frame.seriesRoom {
      (side, reach) = ("center", Self.reachAcross)
    } else if frame.seriesRoom >= Self.lineHeight, upright <= Self.mostReach {
      (side, reach) = ("left rotate by 90", max(upright, Self.reachAcross))
    } else {
      (side, reach) = (nil, Self.reachAcross)
    }
  }
}
