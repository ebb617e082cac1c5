import Comparing
import MetricCatalog
import Statistics

/// What a comparison comes to, in sentences.
public enum Headline {
  /// One sentence a metric: the change over all stories with its interval, or that none is
  /// shown. Metrics without such a figure have no sentence.
  public static func sentences(_ comparison: Comparison, metrics: [Metric]) -> [String] {
    metrics.compactMap { metric in
      guard case .success(let ratio) = comparison.overall[metric] else { return nil }
      return sentence(metric, comparison, ratio)
    }
  }

  private static func sentence(
    _ metric: Metric, _ comparison: Comparison, _ ratio: Ratio
  ) -> String {
    let estimate = ratio.estimate
    let subject =
      "\(metric.title) of '\(comparison.candidate)' against '\(comparison.baseline)', over all stories"
    let interval = "\(change(estimate.lower)) to \(change(estimate.upper))"
    guard ratio.excludesEquality else {
      return "\(subject): no difference shown (95 % interval \(interval))."
    }
    return "\(subject): \(change(estimate.point)) (95 % interval \(interval))."
  }

  /// 0.973 as `-2.7 %`.
  private static func change(_ ratio: Double) -> String {
    let percent = (ratio - 1) * 100
    let format = NumberFormat.decimals(abs(percent) < 0.1 ? 2 : 1).withPlus
    return "\(format.string(for: percent)) %"
  }
}
