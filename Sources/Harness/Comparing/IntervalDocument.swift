import Statistics

/// A point with its interval, as all documents write it.
public struct IntervalDocument: Encodable, Sendable {
  let point: Double
  let lower: Double?
  let upper: Double?

  /// An interval; JSON has no infinity, so an end that the figures do not bound is left out.
  public init(point: Double, lower: Double, upper: Double) {
    self.point = point
    self.lower = lower.isFinite ? lower : nil
    self.upper = upper.isFinite ? upper : nil
  }

  /// An estimate with its interval.
  public init(_ estimate: Estimate) {
    self.init(point: estimate.point, lower: estimate.lower, upper: estimate.upper)
  }
}
