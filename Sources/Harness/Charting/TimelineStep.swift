/// One step of a story, as a span of a run's time.
public struct TimelineStep: Sendable, Equatable {
  /// What the span is called in the chart.
  public let name: String
  /// Seconds since the run's start.
  public let start: Double
  /// Seconds since the run's start; not before `start`.
  public let end: Double

  /// Makes a step; it may be too short to see.
  ///
  /// - Throws: `ChartDataError.notFinite`, `.negative`, `.stepReversed`.
  public init(name: String, start: Double, end: Double) throws(ChartDataError) {
    guard start.isFinite else { throw .notFinite("start of step \"\(name)\"", start) }
    guard end.isFinite else { throw .notFinite("end of step \"\(name)\"", end) }
    guard start >= 0 else { throw .negative("start of step \"\(name)\"", start) }
    guard start <= end else { throw .stepReversed(name: name, start: start, end: end) }
    self.name = name
    self.start = start
    self.end = end
  }

  var middle: Double { start + (end - start) / 2 }
}
