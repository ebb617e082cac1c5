import Comparing
import MetricCatalog
import Rounding
import Statistics

extension Ratio {
  /// The ratio with its interval in words, as in `1.35 times as long (1.31 to 1.40)`.
  ///
  /// Where the interval holds 1 no difference is shown, and none is claimed.
  public func words(for unit: MetricUnit) -> String {
    let format = estimate.format()
    func text(_ value: Double) -> String { format.string(for: value) }
    let interval = "(\(text(estimate.lower)) to \(text(estimate.upper)))"
    guard excludesEquality else { return "no difference shown \(interval)" }
    let comparison =
      switch unit {
      case .nanoseconds: "as long"
      case .bytes, .percent: "as much"
      case .count: "as many"
      }
    return "\(text(estimate.point)) times \(comparison) \(interval)"
  }
}
