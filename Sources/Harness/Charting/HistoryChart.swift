/// A metric over experiments: a panel a story, one below the other, with a line a build through the
/// means with their intervals, and a vertical line with its size where a change begins.
///
/// Places are equally far apart, whatever the time between experiments. Axes of values need not
/// begin at 0, since lengths mean nothing here.
public struct HistoryChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What the intervals are and how changes were found.
  public let note: String
  /// What the values are.
  public let axis: ChartAxis
  /// Under each place the lines of its label: the experiment's number, and its commit.
  public let experiments: [[String]]
  /// The places before which the machine was another one, or may have been.
  public let breaks: [Int]
  /// The panels, from the top.
  public let panels: [HistoryPanel]

  /// Makes a chart of at least one experiment and panel.
  ///
  /// - Throws: `ChartDataError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, experiments: [[String]], breaks: [Int],
    panels: [HistoryPanel]
  ) throws(ChartDataError) {
    guard !panels.isEmpty, !experiments.isEmpty else {
      throw .noData("history chart \"\(title)\"")
    }
    for panel in panels {
      try panel.lines.check(
        against: experiments.map { $0.joined(separator: " ") }, of: "panel \"\(panel.title)\"")
    }
    self.title = title
    self.note = note
    self.axis = axis
    self.experiments = experiments
    self.breaks = breaks
    self.panels = panels
    // Each panel may have few lines, and all together more.
    guard names.count <= ChartStyle.seriesLimit else {
      throw .tooManySeries(found: names.count, limit: ChartStyle.seriesLimit)
    }
  }

  /// The names of the lines, in the order of the legend; each looks alike in all panels.
  var names: [String] {
    var known: Set<String> = []
    return panels.flatMap(\.lines).map(\.name).filter { known.insert($0).inserted }
  }

  /// As wide as other charts, and so high that every panel can be read.
  ///
  /// - Throws: `ChartDataError.sizeOutOfRange` for more panels than a picture can hold.
  public func size() throws(ChartDataError) -> ChartSize {
    let standard = ChartSize.standard
    return try ChartSize(
      width: standard.width, height: max(standard.height, 150 + 210 * panels.count))
  }
}
