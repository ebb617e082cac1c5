/// Bars side by side: stories along the axis, a bar for each build.
///
/// The value axis begins at 0, so that lengths compare as the values do. Where two bars of one group
/// differ tenfold it is logarithmic, and says so: on a linear one the smaller would be a line.
public struct BarChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What the bars and their error bars are, such as means with their intervals.
  public let note: String
  /// What the bars' lengths mean.
  public let axis: ChartAxis
  /// The groups' names, from left to right.
  public let groups: [String]
  /// The bars, one series a build.
  public let series: [BarSeries]

  /// Makes a chart of at least one bar.
  ///
  /// - Throws: `ChartDataError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String], series: [BarSeries]
  ) throws(ChartDataError) {
    try series.check(against: groups, of: "bar chart \"\(title)\"")
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = series
  }

  /// The power of ten below all bars where the axis is logarithmic; nil where it is linear.
  var logarithmicFoot: Double? {
    let isWide = groups.indices.contains { group in
      let values = series.compactMap { $0.bars[group]?.value }.filter { $0 > 0 }
      return (values.max() ?? 0) >= 10 * (values.min() ?? .infinity)
    }
    let values = series.flatMap(\.bars).compactMap { $0?.value }
    guard isWide, let least = values.min(), least > 0 else { return nil }
    var foot = 1.0
    while foot >= least { foot /= 10 }
    while foot * 10 < least { foot *= 10 }
    return foot
  }

  /// The value axis as it is drawn.
  var drawnAxis: ChartAxis {
    logarithmicFoot == nil
      ? axis : ChartAxis("\(axis.label), logarithmic", unit: axis.unit)
  }
}
