import Rounding

/// One step on one build: when it was, and how much of that time the processor took.
public struct WaterfallSpan: Sendable, Equatable {
  /// Seconds since the run's start.
  public let start: Double
  /// Seconds since the run's start; not before `start`.
  public let end: Double
  /// CPU time of all threads, seconds: more than the time from start to end where threads worked
  /// side by side.
  public let cpu: Double

  /// Makes a span.
  ///
  /// - Throws: `ChartDataError.notFinite`, `.negative`, `.stepReversed`.
  public init(start: Double, end: Double, cpu: Double) throws(ChartDataError) {
    for (what, value) in [("a step's start", start), ("a step's end", end), ("CPU time", cpu)] {
      guard value.isFinite else { throw .notFinite(what, value) }
      guard value >= 0 else { throw .negative(what, value) }
    }
    guard start <= end else { throw .stepReversed(name: "", start: start, end: end) }
    self.start = start
    self.end = end
    self.cpu = cpu
  }

  /// Seconds from start to end.
  var wall: Double { end - start }

  /// The end of the part that is drawn as busy.
  var busyEnd: Double { start + min(cpu, wall) }

  /// Both times in words: `412 ms, CPU 97 %`.
  var worded: String {
    let (value, unit) =
      wall >= 1 ? (wall, "s") : wall >= 0.001 ? (wall * 1e3, "ms") : (wall * 1e6, "µs")
    // A share of a step says where to look, not how much to gain.
    let share = wall > 0 ? ", CPU \(NumberFormat.coarse.string(for: cpu / wall * 100)) %" : ""
    return "\(NumberFormat.plain.string(for: value)) \(unit)\(share)"
  }
}
