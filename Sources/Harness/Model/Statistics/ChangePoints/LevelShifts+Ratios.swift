import Foundation

extension LevelShifts.Value {
  /// The logarithm of a ratio with a 95 % interval; nil if that is not bounded. Its error is that of a normal
  /// distribution with the same interval. With few pairs the interval is Student's, so this error exceeds the
  /// standard error.
  public init?(ratio: Double, lower: Double, upper: Double) {
    guard lower > 0, upper.isFinite, ratio > 0, ratio.isFinite else { return nil }
    let width = max(log(upper / ratio), log(ratio / lower))
    self.init(log(ratio), error: width / Self.halfWidth)
  }

  /// The ratio of a logarithm, with the 95 % interval of a normal distribution.
  public var ratio: (point: Double, lower: Double, upper: Double) {
    let width = Self.halfWidth * error
    return (exp(value), exp(value - width), exp(value + width))
  }

  /// The half width of a normal 95 % interval, in standard errors.
  private static let halfWidth = 1.959_963_984_540_054
}
