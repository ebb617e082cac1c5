import Statistics

/// A point with its interval, in the form that most documents use.
struct IntervalDocument: Encodable, Sendable {
  let point: Double
  let lower: Double?
  let upper: Double?

  /// An interval; an unbounded end is omitted, because JSON has no infinity.
  init(point: Double, lower: Double, upper: Double) {
    self.point = point
    self.lower = lower.isFinite ? lower : nil
    self.upper = upper.isFinite ? upper : nil
  }

  init(_ estimate: Estimate) {
    self.init(point: estimate.point, lower: estimate.lower, upper: estimate.upper)
  }
}
