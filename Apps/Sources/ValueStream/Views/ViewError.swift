/// Why a view can't be made.
public enum ViewError: Error, Hashable, Sendable {
  /// No length that a screen has, in points.
  case lengthNotAllowed(points: Double, allowed: ClosedRange<Double>)

  /// The lengths of views, in points: far more than any screen has.
  static let lengths = 1.0...100_000.0

  /// Refuses lengths that no screen has, and what is no number.
  static func check(length: Double) throws(ViewError) {
    guard lengths.contains(length) else {
      throw .lengthNotAllowed(points: length, allowed: lengths)
    }
  }
}

extension ViewError: CustomStringConvertible {
  /// The refusal and what is allowed.
  public var description: String {
    switch self {
    case .lengthNotAllowed(let points, let allowed):
      "A view can't be \(points) points long: allowed are \(allowed.lowerBound) to "
        + "\(allowed.upperBound)."
    }
  }
}
