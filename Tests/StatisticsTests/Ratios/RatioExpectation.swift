import Statistics
import Testing

/// Expects all that follows from a log ratio to agree with the reference.
func expect(
  _ logRatio: LogRatio, agreesWith reference: Reference.Ratio,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let estimate = try logRatio.ratio(confidenceLevel: 0.95)
  // Locations near 0 carry the rounding error of the logarithms that cancelled, up to about 5.
  let rounding = 4e-15
  let measurements: [(String, Double, Double, floor: Double)] = [
    ("location", logRatio.location, reference.location, rounding),
    ("log standard error", logRatio.standardError, reference.logStandardError, rounding),
    ("degrees", logRatio.degreesOfFreedom, reference.degrees, 0),
    ("point", estimate.point, reference.point, 0),
    ("lower", estimate.lower, reference.lower, 0),
    ("upper", estimate.upper, reference.upper, 0),
    ("error", estimate.standardError, reference.point * reference.logStandardError, rounding),
    ("above", try logRatio.pValue(ratioAtMost: 1.005), reference.above, 0),
    ("below", try logRatio.pValue(ratioAtLeast: 1 / 1.005), reference.below, 0),
  ]
  for (name, actual, expected, floor) in measurements {
    // p-values of t far from 0 multiply its rounding error by the degrees of freedom.
    let relative = name == "above" || name == "below" ? 1e-10 : 1e-12
    #expect(
      agree(actual, expected, within: relative, floor: floor),
      "\(name): \(actual) instead of \(expected)", sourceLocation: sourceLocation)
  }
}
