import Statistics

/// An estimate with its 95 % interval, both ends of which are known.
struct EstimateDocument: Encodable {
  let estimate: Double
  let lower: Double
  let upper: Double
}

extension EstimateDocument {
  init(_ estimate: Estimate) {
    self.init(estimate: estimate.point, lower: estimate.lower, upper: estimate.upper)
  }
}
