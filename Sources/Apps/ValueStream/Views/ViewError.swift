/// Why a view can't be made.
public enum ViewError: Error, Hashable, Sendable {
  /// No width that a screen has, in points.
  case widthNotAllowed(points: Double, allowed: ClosedRange<Double>)

  /// The widths of views, in points: far more than any screen has.
  static let widths = 1.0...100_000.0

  /// Refuses widths that no screen has, and what is no number.
  static func check(width: Double) throws(ViewError) {
    guard widths.contains(width) else { throw .widthNotAllowed(points: width, allowed: widths) }
  }
}

extension ViewError: CustomStringConvertible {
  /// The refusal and what is allowed.
  public var description: String {
    switch self {
    case .widthNotAllowed(let points, let allowed):
      "A view can't be \(points) points wide: allowed are \(allowed.lowerBound) to "
        + "\(allowed.upperBound)."
    }
  }
}
