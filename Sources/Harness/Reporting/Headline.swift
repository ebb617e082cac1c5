import Comparing
import MetricCatalog
import Rounding
import Statistics

/// What a comparison comes to, in sentences.
public enum Headline {
  /// One sentence a metric: the change over all stories with its interval, that none is shown when all
  /// that was compared is tested together, or why there is no such figure. Imports, which have none by nature, have no sentence.
  public static func sentences(_ comparison: Comparison, metrics: [Metric]) -> [String] {
    statements(comparison, metrics: metrics).map(\.sentence)
  }

  /// The same in parts.
  public static func statements(_ comparison: Comparison, metrics: [Metric]) -> [Statement] {
    guard comparison.isPaired else { return [] }
    return metrics.compactMap { metric in
      guard let ratio = comparison.overall[metric] else { return nil }
      let subject =
        "\(metric.title) of '\(comparison.candidate)' against '\(comparison.baseline)', "
        + "over all stories"
      switch ratio {
      case .success(let ratio): return change(ratio, of: metric, subject)
      case .failure(let reason):
        return Statement(subject, figure: "no figure, since \(reason.description)")
      }
    }
  }

  private static func change(_ ratio: Ratio, of metric: Metric, _ subject: String) -> Statement {
    let estimate = ratio.estimate
    var interval = "95 % interval \(Self.interval(estimate))"
    if case .overLayouts(let count) = ratio.method {
      interval += " over \(count) layouts"
      if ratio.cause == .layout, let overRuns = ratio.overRuns {
        return Statement(
          subject, figure: "no difference that holds over layouts", interval: interval,
          remark:
            "the \(size(overRuns)) that the runs show (\(Self.interval(overRuns))) may be "
            + "the layout of the code", tone: .caution)
      }
    }
    if ratio.isNegligible {
      return Statement(
        subject, figure: "\(size(estimate)), too small to count", interval: interval)
    }
    guard ratio.isDifference else {
      return Statement(
        subject, figure: "no difference shown", interval: interval,
        remark: TestedTogether.remark(pairs: ratio.count))
    }
    return Statement(
      subject, figure: size(estimate), interval: interval,
      tone: metric.tone(of: estimate.point))
  }

  private static func interval(_ estimate: Estimate) -> String {
    guard estimate.lower >= 2 else {
      return "\(estimate.change(estimate.lower)) % to \(estimate.change(estimate.upper)) %"
    }
    let format = estimate.format()
    return "\(format.string(for: estimate.lower)) to \(format.string(for: estimate.upper)) times"
  }

  /// From the double on as people say it: +1115 % is not seen to be twelve times as much.
  private static func size(_ ratio: Estimate) -> String {
    ratio.point < 2
      ? "\(ratio.change(ratio.point)) %"
      : "\(ratio.format().string(for: ratio.point)) times as much"
  }
}

extension Metric {
  /// What a reader should feel about a ratio of its figures that differs from 1.
  fileprivate func tone(of ratio: Double) -> Table.Cell.Tone {
    switch polarity {
    case .context: .neutral
    case .lowerIsBetter: ratio < 1 ? .good : .bad
    }
  }
}
