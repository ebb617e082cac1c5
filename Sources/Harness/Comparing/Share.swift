import Rounding
import Statistics

/// A part of a build's cost, with its 95 % interval: 0.07 is seven hundredths of it.
public struct Share: Sendable {
  /// The part; below 0 where leaving something out made the program slower.
  public let point: Double
  /// The interval's lower end.
  public let lower: Double
  /// The interval's upper end.
  public let upper: Double
  /// With which digits people are shown it in percent: with those of the ratio's change.
  public let format: NumberFormat
  /// What several layouts say of it; see ``Ratio/cause``.
  public let cause: Ratio.Cause?

  /// Whether the interval leaves out 0.
  public var excludesZero: Bool { lower > 0 || upper < 0 }

  /// What a build costs more than the reference, of which the ratio tells.
  init(more ratio: Ratio) {
    let estimate = ratio.estimate
    (point, lower, upper) = (estimate.point - 1, estimate.lower - 1, estimate.upper - 1)
    format = estimate.changeFormat
    cause = ratio.cause
  }

  /// What a build costs less than the reference, of which the ratio tells.
  init(less ratio: Ratio) {
    let estimate = ratio.estimate
    (point, lower, upper) = (1 - estimate.point, 1 - estimate.upper, 1 - estimate.lower)
    format = estimate.changeFormat
    cause = ratio.cause
  }
}
