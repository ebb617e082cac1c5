/// Why a chart was not drawn.
public enum ChartRenderingError: Error, Equatable, Sendable {
  /// No directory of the search path holds gnuplot; nil stands for this process's `PATH`.
  case gnuplotMissing(searchPath: String?)
  /// gnuplot could not be started, or its output could not be read.
  case gnuplotNotRun(String)
  /// gnuplot ended with a failure; `message` is what it said.
  case gnuplotFailed(status: String, message: String)
  /// gnuplot did not end in time and was killed.
  case gnuplotTimedOut(Duration)
  /// gnuplot reported success, and its picture has no end.
  case pictureCutShort(format: ChartFormat, bytes: Int)
  /// The picture would have no letters, as no font is installed.
  case fontMissing
  /// The script could not be put together in memory.
  case scriptNotWritten(String)
}

extension ChartRenderingError: CustomStringConvertible {
  /// One sentence, with what to do where that is known.
  public var description: String {
    switch self {
    case .gnuplotMissing(let searchPath):
      "gnuplot is not in \(searchPath.map { "\"\($0)\"" } ?? "PATH"); "
        + "install it (Debian: apt-get install gnuplot-nox)"
    case .gnuplotNotRun(let reason):
      "gnuplot could not be run: \(reason)"
    case .gnuplotFailed(let status, let message):
      "gnuplot failed (\(status)): \(message.isEmpty ? "it gave no reason" : message)"
    case .gnuplotTimedOut(let limit):
      "gnuplot did not end within \(limit)"
    case .pictureCutShort(let format, let bytes):
      "gnuplot reported success, but its \(format.rawValue) picture of \(bytes) bytes "
        + "has no end"
    case .fontMissing:
      "no font is installed, so the picture would have no text; "
        + "install one (Debian: apt-get install fonts-dejavu-core)"
    case .scriptNotWritten(let reason):
      "the gnuplot script could not be written: \(reason)"
    }
  }
}
