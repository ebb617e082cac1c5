import Statistics

/// Every run as a dot over a box: one panel per story, with one column of dots per build.
///
/// Each panel has its own axis, which need not begin at 0: the chart compares runs with each other, and
/// stories may differ a thousandfold.
public struct DistributionChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on dots and boxes.
  public let note: String
  /// The axis of the values.
  public let axis: ChartAxis
  /// The panels' names.
  public let groups: [String]
  /// The columns, one series per build.
  public let series: [ChartSeries<DistributionRuns>]

  /// The explanation of dots, lines, boxes and whiskers, for a note on these series.
  public static func legend(_ series: [ChartSeries<DistributionRuns>]) -> String {
    let most = series.flatMap(\.places).map { $0?.values.count ?? 0 }.max() ?? 0
    let dots = DotPlacement.maximum
    return "Each dot is one run\(most > dots ? ", \(dots) of up to \(most)" : ""). "
      + "The line is the median, the box (from \(BoxSummary.fewestValues) runs on) "
      + "their middle half; whiskers end at the farthest run within 1.5 times its height"
  }

  /// Makes a chart of at least one run.
  /// - Throws: `ChartError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, groups: [String],
    series: [ChartSeries<DistributionRuns>]
  ) throws(ChartError) {
    self.title = title
    self.note = note
    self.axis = axis
    self.groups = groups
    self.series = try series.checked(against: groups, of: "distribution chart \"\(title)\"")
  }

  /// High enough for every panel to be readable.
  public var height: Double { DistributionLayout(self, on: .standard).neededHeight }

  /// Every column's count, median, quartiles and range if there are few enough to listen to, otherwise each
  /// series' count.
  public var alternativeText: String {
    let opening = spoken(as: "Distribution chart", of: axis.spoken)
    if groups.count * series.count <= 24 {
      return "\(opening) \(series.spoken(by: groups, worded))."
    }
    let counts = series.map { one in
      let runs = one.places.compactMap(\.self).map(\.values.count)
      guard let minimum = runs.min(), let maximum = runs.max() else {
        return "\(one.name): not measured"
      }
      let each = minimum == maximum ? "\(maximum)" : "\(minimum) to \(maximum)"
      return "\(one.name): \(runs.count) groups of \(each) \(maximum == 1 ? "run" : "runs")"
    }
    return "\(opening) \(counts.joined(separator: "; "))."
  }

  private func worded(_ runs: DistributionRuns?) -> String {
    guard let runs, let low = runs.values.min(), let high = runs.values.max() else {
      return "not measured"
    }
    let (middle, single) = (runs.middleFormat, runs.runFormat)
    guard runs.values.count > 1 else { return "1 run, \(axis.worded(low, single))" }
    let box = BoxSummary(runs.values)
    let quartiles =
      runs.values.count < BoxSummary.fewestValues
      ? ""
      : ", quartiles \(middle.string(for: box.lowerQuartile)) and "
        + "\(middle.string(for: box.upperQuartile))"
    return "\(runs.values.count) runs, median \(axis.worded(box.median, middle))\(quartiles) "
      + "(\(single.string(for: low)) to \(single.string(for: high)))"
  }
}

/// The values of the runs of one build, in one group of a distribution chart.
public struct DistributionRuns: Sendable, Equatable {
  /// One value per run, in the order of the runs.
  public let values: [Double]
  /// The summary that determines their number formats; nil for values that no `Double` can sum.
  private let summary: Summary?

  /// Takes the measurements of at least one run.
  /// - Throws: `ChartError.noData`, `.notFinite`.
  public init(_ values: [Double]) throws(ChartError) {
    guard !values.isEmpty else { throw .noData("a distribution") }
    for value in values where !value.isFinite { throw .notFinite("a run's value", value) }
    self.values = values
    summary = try? Summary(of: Distribution(values))
  }
  var middleFormat: NumberFormat { summary?.format(of: .median) ?? .plain }

  var runFormat: NumberFormat { summary?.format(of: .minimum) ?? .plain }
}
