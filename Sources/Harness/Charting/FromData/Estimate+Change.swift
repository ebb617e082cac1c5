import Statistics

extension Estimate {
  /// A ratio as a change with its interval, in percent: `+1.23 % (+0.80 to +1.66)`.
  var changeInPercent: String {
    "\(change(point)) % (\(change(lower)) to \(change(upper)))"
  }
}

extension RatioInterval {
  init(_ estimate: Estimate) throws(ChartDataError) {
    try self.init(estimate.point, low: estimate.lower, high: estimate.upper)
  }
}
