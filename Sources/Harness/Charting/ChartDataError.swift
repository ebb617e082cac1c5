/// Why values can not become a chart. Charts refuse such values when they are made, so
/// that drawing never has to guess.
public enum ChartDataError: Error, Equatable, Sendable {
  /// There is nothing to draw in the chart, or in the named part of it.
  case noData(String)
  /// A value is infinite or not a number.
  case notFinite(String, Double)
  /// Lengths of bars, and times, begin at 0.
  case negative(String, Double)
  /// What lies on a logarithmic axis is above 0.
  case notPositive(String, Double)
  /// An interval's low end lies above its high end.
  case intervalReversed(low: Double, high: Double)
  /// A series of bars has not one place for each group.
  case countMismatch(series: String, expected: Int, found: Int)
  /// More series than colours and shapes that can be told apart.
  case tooManySeries(found: Int, limit: Int)
  /// A line's times go back.
  case timeGoesBack(series: String, from: Double, to: Double)
  /// A step ends before it begins.
  case stepReversed(name: String, start: Double, end: Double)
  /// A picture too small for its letters, or too large for a file.
  case sizeOutOfRange(width: Int, height: Int)
}

extension ChartDataError: CustomStringConvertible {
  /// One sentence that names the value.
  public var description: String {
    switch self {
    case .noData(let what):
      "nothing to draw: \(what) has no data"
    case .notFinite(let what, let value):
      "\(what) is \(value), and only finite numbers can be drawn"
    case .negative(let what, let value):
      "\(what) is \(value), and may not be below 0"
    case .notPositive(let what, let value):
      "\(what) is \(value), and has to be above 0"
    case .intervalReversed(let low, let high):
      "the interval from \(low) to \(high) ends below its beginning"
    case .countMismatch(let series, let expected, let found):
      "series \"\(series)\" has \(found) bars for \(expected) groups"
    case .tooManySeries(let found, let limit):
      "\(found) series in one chart; at most \(limit) can be told apart"
    case .timeGoesBack(let series, let from, let to):
      "series \"\(series)\" goes back in time, from \(from) to \(to)"
    case .stepReversed(let name, let start, let end):
      "step \"\(name)\" ends at \(end), before it begins at \(start)"
    case .sizeOutOfRange(let width, let height):
      "a chart of \(width) by \(height); 640 to 8192 by 320 to 8192 can be drawn"
    }
  }
}
