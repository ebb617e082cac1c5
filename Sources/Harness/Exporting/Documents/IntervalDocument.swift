import Statistics

/// A point with its interval, as all documents write it.
struct IntervalDocument: Encodable, Sendable {
  let point: Double
  let lower: Double?
  let upper: Double?

  /// An interval; JSON has no infinity, so an end that the measurements do not bound is left out.
  init(point: Double, lower: Double, upper: Double) {
    self.point = point
    self.lower = lower.isFinite ? lower : nil
    self.upper = upper.isFinite ? upper : nil
  }

  /// An estimate with its interval.
  init(_ estimate: Estimate) {
    self.init(point: estimate.point, lower: estimate.lower, upper: estimate.upper)
  }
}
