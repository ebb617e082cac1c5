import Glibc

/// Why a page or a picture was not written; the file that stood there before is as it was.
public enum ExportError: Error, Hashable, Sendable {
  /// The system refused `operation` with `errno`: a missing folder, a full disk, no right to write.
  case fileNotWritten(path: String, operation: String, errno: Int32)
  /// A folder, a device or the like has the name; a rename would put the picture in its place.
  case notARegularFile(path: String)
  /// cairo or Pango could not draw; `reason` is cairo's.
  case notDrawn(path: String, reason: String)
  /// A picture of that width, in pixels, is no use or takes too much memory.
  case widthNotAllowed(pixels: Int, allowed: ClosedRange<Int>)
  /// A picture of that width would be so many pixels high, which takes too much memory.
  case heightNotAllowed(pixels: Int, allowed: ClosedRange<Int>)
}

extension ExportError: CustomStringConvertible {
  /// The file that was not written and the reason, for the user to read.
  public var description: String {
    switch self {
    case .fileNotWritten(let path, let operation, let code):
      "Cannot write \(path): \(operation): \(String(cString: strerror(code)))."
    case .notARegularFile(let path):
      "Cannot write \(path): there is something of that name that is no regular file."
    case .notDrawn(let path, let reason):
      "Cannot draw \(path): \(reason)."
    case .widthNotAllowed(let pixels, let allowed):
      "A picture can't be \(pixels) pixels wide: allowed are \(allowed.lowerBound) to "
        + "\(allowed.upperBound)."
    case .heightNotAllowed(let pixels, let allowed):
      "A picture can't be \(pixels) pixels high: allowed are \(allowed.lowerBound) to "
        + "\(allowed.upperBound). A narrower one is lower."
    }
  }
}
