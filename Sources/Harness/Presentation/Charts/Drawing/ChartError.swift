/// The reason why values cannot become a chart, or a chart was not drawn. Charts refuse such values when they
/// are created, so that drawing never guesses.
public enum ChartError: Error, Equatable, CustomStringConvertible {
  /// There is nothing to draw in the chart, or in the named part of it.
  case noData(String)
  case notFinite(String, Double)
  case negative(String, Double)
  case notPositive(String, Double)
  case intervalReversed(low: Double, high: Double)
  /// A series of bars has more or fewer places than there are groups.
  case countMismatch(series: String, expected: Int, found: Int)
  case tooManySeries(found: Int, limit: Int)
  case timeGoesBack(series: String, from: Double, to: Double)
  case stepReversed(name: String, start: Double, end: Double)
  /// A picture too small for its letters, or too large for a file.
  case sizeOutOfRange(width: Int, height: Int)
  /// No directory of the search path holds gnuplot; nil means this process's `PATH`.
  case gnuplotMissing(searchPath: String?)
  case gnuplotNotRun(String)
  /// gnuplot failed; `message` is its output.
  case gnuplotFailed(status: String, message: String)
  /// gnuplot did not end in time and was killed.
  case gnuplotTimedOut(Duration)
  case pictureCutShort(format: ChartFormat, bytes: Int)
  case fontMissing
  /// The script could not be created in memory.
  case scriptNotWritten(String)

  /// One sentence that names the value, or a remedy if there is one.
  public var description: String {
    switch self {
    case .noData(let what): "nothing to draw: \(what) has no data"
    case .notFinite(let what, let value):
      "\(what) is \(value), and only finite numbers can be drawn"
    case .negative(let what, let value): "\(what) is \(value), and may not be below 0"
    case .notPositive(let what, let value): "\(what) is \(value), and has to be above 0"
    case .intervalReversed(let low, let high):
      "the interval from \(low) to \(high) ends below its beginning"
    case .countMismatch(let series, let expected, let found):
      "series \"\(series)\" has \(found) bars for \(expected) groups"
    case .tooManySeries(let found, let limit):
      "\(found) series in one chart; at most \(limit) can be distinguished"
    case .timeGoesBack(let series, let from, let to):
      "series \"\(series)\" goes back in time, from \(from) to \(to)"
    case .stepReversed(let name, let start, let end):
      "step \"\(name)\" ends at \(end), before it begins at \(start)"
    case .sizeOutOfRange(let width, let height):
      "a chart of \(width) by \(height); 640 to 8192 by 320 to 8192 can be drawn"
    case .gnuplotMissing(let searchPath):
      "gnuplot is not in \(searchPath.map { "\"\($0)\"" } ?? "PATH"); "
        + "install it (Debian: apt-get install gnuplot-nox)"
    case .gnuplotNotRun(let reason): "gnuplot could not be run: \(reason)"
    case .gnuplotFailed(let status, let message):
      "gnuplot failed (\(status)): \(message.isEmpty ? "it gave no reason" : message)"
    case .gnuplotTimedOut(let limit): "gnuplot did not end within \(limit)"
    case .pictureCutShort(let format, let bytes):
      "gnuplot reported success, but its \(format.rawValue) picture of \(bytes) bytes has no end"
    case .fontMissing:
      "no font is installed, so the picture would have no text; "
        + "install one (Debian: apt-get install fonts-dejavu-core)"
    case .scriptNotWritten(let reason): "the gnuplot script could not be written: \(reason)"
    }
  }
}
