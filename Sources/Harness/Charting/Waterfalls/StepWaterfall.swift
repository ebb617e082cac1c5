/// The steps of a run one below the other, each from its start to its end, with a bar a build.
///
/// The filled part of a bar is as long as the CPU time within the step; the rest was waited.
public struct StepWaterfall: Chart, Equatable {
  /// The heading.
  public let title: String
  /// Which runs these are.
  public let note: String
  /// The steps' names, in their order, with how often they were repeated.
  public let steps: [String]
  /// The bars, one series a build.
  public let series: [WaterfallSeries]

  /// Makes a chart of at least one step.
  ///
  /// - Throws: `ChartDataError.noData` without steps, or where none takes any time;
  ///   `.countMismatch`, `.tooManySeries`.
  public init(
    title: String, note: String = "", steps: [String], series: [WaterfallSeries]
  ) throws(ChartDataError) {
    let subject = "step waterfall \"\(title)\""
    try series.check(against: steps, of: subject)
    self.title = title
    self.note = note
    self.steps = steps
    self.series = series
    guard duration > 0 else { throw .noData(subject) }
  }

  /// More steps than this are not drawn: the longest stay.
  static let mostSteps = 60

  /// Seconds from the runs' start to the end of the last step.
  public var duration: Double {
    series.flatMap(\.spans).compactMap { $0?.end }.max() ?? 0
  }

  /// The steps that are drawn, by number, in their order.
  var drawn: [Int] {
    guard steps.count > Self.mostSteps else { return Array(steps.indices) }
    return longest.prefix(Self.mostSteps).sorted()
  }

  /// As wide as other charts, and so high that every bar has its place.
  ///
  /// - Throws: `ChartDataError.sizeOutOfRange`.
  public func size() throws(ChartDataError) -> ChartSize {
    try WaterfallLayout.size(of: self)
  }
}
