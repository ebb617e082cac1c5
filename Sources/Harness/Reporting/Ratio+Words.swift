import Comparing
import MetricCatalog
import Rounding
import Statistics

extension Ratio {
  /// The ratio with its interval in words, as in `1.35 times as long (1.31 to 1.40)`.
  ///
  /// Where none is shown, with all that was compared taken together, none is claimed.
  public func words(for unit: MetricUnit) -> String {
    let format = estimate.format()
    func text(_ value: Double) -> String { format.string(for: value) }
    let interval = "(\(text(estimate.lower)) to \(text(estimate.upper)))"
    if isNegligible { return "too little to count \(interval)" }
    guard isDifference else { return "no difference shown \(interval)" }
    let comparison =
      switch unit {
      case .nanoseconds: "as long"
      case .bytes, .percent: "as much"
      case .count: "as many"
      }
    return "\(text(estimate.point)) times \(comparison) \(interval)"
  }
}
