import Statistics

/// A metric over experiments: one panel per story, one below the other, with one line per build through the
/// means with their intervals. A vertical line with its size marks the start of a change.
///
/// Places are equally far apart, whatever the time between experiments. Axes of values need not begin at 0,
/// because lengths mean nothing here.
public struct HistoryChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on the intervals and on how changes were found.
  public let note: String
  /// The axis of the values.
  public let axis: ChartAxis
  /// The lines of the label under each place: the experiment's number, and its commit.
  public let experiments: [[String]]
  /// The places before which the machine changed, or may have changed.
  public let breaks: [Int]
  /// The panels, from the top.
  public let panels: [HistoryPanel]

  /// Makes a chart of at least one experiment and panel.
  /// - Throws: `ChartError.noData`, `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", axis: ChartAxis, experiments: [[String]], breaks: [Int],
    panels: [HistoryPanel]
  ) throws(ChartError) {
    guard !panels.isEmpty, !experiments.isEmpty else { throw .noData("history chart \"\(title)\"") }
    for panel in panels {
      _ = try panel.lines.checked(
        against: experiments.map { $0.joined(separator: " ") }, of: "panel \"\(panel.title)\"")
    }
    self.title = title
    self.note = note
    self.axis = axis
    self.experiments = experiments
    self.breaks = breaks
    self.panels = panels
    // Each panel may have few lines, but all together too many.
    try ChartStyle.check(seriesCount: names.count)
  }

  /// The names of the lines, in the order of the legend; each looks the same in all panels.
  var names: [String] { panels.flatMap(\.lines).map(\.name).uniqued }

  /// High enough for every panel to be readable.
  public var height: Double { Double(max(ChartSize.standard.height, 150 + 210 * panels.count)) }

  /// Every line's range and every change.
  public var alternativeText: String {
    let stories = panels.map { panel in
      let lines = panel.lines.map { line in
        let bars = line.places.compactMap(\.self)
        guard let range = axis.range(of: bars) else { return "\(line.name) not measured" }
        let count = bars.count.counted("experiment", "experiments")
        return "\(line.name) \(count), \(range)"
      }
      let changes = panel.markers.sorted { $0.place < $1.place }.map { marker in
        "\(marker.label) at \(experiments[marker.place].joined(separator: " "))"
      }
      let found =
        changes.isEmpty ? "no change marked" : "changes: \(changes.joined(separator: ", "))"
      return "\(panel.title): \(lines.joined(separator: ", ")), \(found)"
    }
    let machines =
      breaks.isEmpty
      ? ""
      : " Another machine or compiler from "
        + breaks.map { experiments[$0].joined(separator: " ") }.joined(separator: ", ") + " on."
    return "\(spoken(as: "History chart", of: axis.spoken)) \(stories.joined(separator: "; "))."
      + machines
  }
}

/// A change in a panel of a history chart.
public struct HistoryMarker: Sendable, Equatable {
  /// The place of the first experiment after it, from 0; it is drawn before that place.
  public let place: Int
  /// The label beside it, such as `checked +4.1 %`.
  public let label: String

  /// A marker.
  public init(place: Int, label: String) {
    self.place = place
    self.label = label
  }
}

/// One story of a history chart: one line per build over the same experiments, and the changes.
public struct HistoryPanel: Sendable, Equatable {
  /// The story's name.
  public let title: String
  /// The lines, one per build, each with one place per experiment; nil if nothing was measured.
  public let lines: [ChartSeries<Bar>]
  /// The changes, in any order.
  public let markers: [HistoryMarker]

  /// A panel; the chart checks that its parts match.
  public init(title: String, lines: [ChartSeries<Bar>], markers: [HistoryMarker]) {
    self.title = title
    self.lines = lines
    self.markers = markers
  }
}
