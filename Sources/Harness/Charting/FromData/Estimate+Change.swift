import Reporting
import Statistics

extension Estimate {
  /// A ratio as a change with its interval, in percent, with the digits that tables give it:
  /// `+1.23 % (+0.80 to +1.66)`.
  var changeInPercent: String {
    // A 95 % interval is about four standard errors wide.
    let format = NumberFormat(.uncertainty((upper - lower) / 4 * 100), showsPlus: true)
    func text(_ ratio: Double) -> String { format.string(for: (ratio - 1) * 100) }
    return "\(text(point)) % (\(text(lower)) to \(text(upper)))"
  }
}

extension RatioInterval {
  init(_ estimate: Estimate) throws(ChartDataError) {
    try self.init(estimate.point, low: estimate.lower, high: estimate.upper)
  }
}
