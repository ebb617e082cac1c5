/// One story of a history chart: a line a build over the same experiments, and the changes.
public struct HistoryPanel: Sendable, Equatable {
  /// The story's name.
  public let title: String
  /// The lines, one a build, each with one place an experiment; nil where nothing was measured.
  public let lines: [BarSeries]
  /// The changes, in any order.
  public let markers: [HistoryMarker]

  /// A panel; the chart checks that its parts fit each other.
  public init(title: String, lines: [BarSeries], markers: [HistoryMarker]) {
    self.title = title
    self.lines = lines
    self.markers = markers
  }
}
