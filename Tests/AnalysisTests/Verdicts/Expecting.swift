import Analysis
import Statistics
import Testing

/// Whether a value is the one that another program computed, but for rounding.
func isNear(_ value: Double, _ expected: Double) -> Bool {
  abs(value - expected) <= 1e-12 * abs(expected)
}

/// Point, interval and standard error against those that another program computed.
func expect(
  _ ratio: Difference, point: Double, lower: Double, upper: Double, error: Double,
  at place: SourceLocation = #_sourceLocation
) {
  expect(
    ratio.estimate, point: point, lower: lower, upper: upper, error: error, at: place)
}

/// The same of an estimate.
func expect(
  _ estimate: Estimate, point: Double, lower: Double, upper: Double, error: Double,
  at place: SourceLocation = #_sourceLocation
) {
  #expect(isNear(estimate.point, point), "\(estimate.point)", sourceLocation: place)
  #expect(isNear(estimate.lower, lower), "\(estimate.lower)", sourceLocation: place)
  #expect(isNear(estimate.upper, upper), "\(estimate.upper)", sourceLocation: place)
  #expect(isNear(estimate.standardError, error), "\(estimate.standardError)", sourceLocation: place)
  #expect(estimate.confidenceLevel == 0.95, sourceLocation: place)
}
