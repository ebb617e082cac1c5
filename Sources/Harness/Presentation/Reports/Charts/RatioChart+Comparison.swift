import Analysis
import Charts
import Metrics
import Recording
import Statistics

extension RatioChart {
  /// Candidate over baseline, one section per metric, in this order: every story, and all stories together if
  /// both builds were measured side by side. `subject` is what was measured, such as the experiment's title.
  /// - Throws: `ChartError` if no ratio is known.
  public init(
    _ comparison: Comparison, metrics: [Metric], subject: String
  ) throws(ChartError) {
    let floor = DecisionRule.standard.floor
    let band = 1 / (1 + floor)...1 + floor
    var sections: [RatioSection] = []
    for metric in metrics {
      var rows: [RatioRow] = []
      for row in comparison.rows where row.metric == metric {
        rows.append(try RatioRow(row.story, row.ratio, of: metric, band))
      }
      if let ratio = comparison.overall[metric], comparison.isPaired, rows.count > 1 {
        let count = (try? ratio.get().evidence.count).map { " (n = \($0))" } ?? ""
        rows.append(try RatioRow("all stories\(count)", ratio, of: metric, band))
      }
      sections.append(RatioSection(metric.title, rows: rows))
    }
    let percent = NumberFormat.percent(floor)
    try self.init(
      title: "\(comparison.candidate) against \(comparison.baseline)",
      note:
        "\(subject). \(comparison.ratioWords) with 95 % intervals; ±\(percent) % can be code layout",
      axis:
        "change from \(comparison.baseline) to \(comparison.candidate), ratios on a logarithmic "
        + "axis", floorName: "±\(percent) %", sections: sections)
  }
}

extension Comparison {
  fileprivate var ratioWords: String {
    if !isPaired { return "Ratios of means" }
    return layouts > 1 ? "Mean ratios over \(layouts) layouts" : "Trimmed mean ratios of pairs"
  }
}

extension RatioRow {
  fileprivate init(
    _ label: String, _ result: Result<Difference, NoRatio>, of metric: Metric,
    _ floor: ClosedRange<Double>
  ) throws(ChartError) {
    switch result {
    case .success(let ratio):
      let isMore = ratio.estimate.point > 1
      try self.init(
        label: label, ratio: RatioInterval(ratio.estimate),
        valueText: ratio.estimate.changeInPercent,
        marker: ratio.isShown ? .shown(isMore: isMore, of: metric) : .open,
        verdict: ratio.word(shown: isMore ? "more" : "less"), floor: floor)
    case .failure(let reason):
      try self.init(
        label: label, ratio: nil, valueText: reason.description, marker: .open, verdict: "missing")
    }
  }
}

extension RatioMarker {
  /// The marker of a metric that is shown to be more, or less.
  fileprivate static func shown(isMore: Bool, of metric: Metric) -> RatioMarker {
    if metric.polarity == .higherIsBetter { return isMore ? .better : .worse }
    return isMore ? .more : .less
  }
}

extension Estimate {
  /// A ratio as a change with its interval, in percent: `+1.23 % (+0.80 to +1.66)`.
  var changeInPercent: String {
    "\(change(point)) % (\(change(lower)) to \(change(upper)))"
  }
}

extension RatioInterval {
  init(_ estimate: Estimate) throws(ChartError) {
    try self.init(estimate.point, low: estimate.lower, high: estimate.upper)
  }
}
