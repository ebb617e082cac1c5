import Analysis
import Charts
import Metrics
import Recording
import Scenarios
import Statistics

extension RatioChart {
  /// Candidate over baseline, one section per metric, in this order: every story, and all stories together if
  /// both builds were measured side by side. `subject` is what was measured, such as the experiment's title.
  /// - Throws: `ChartError` if no ratio is known.
  public init(_ comparison: Comparison, metrics: [Metric], subject: String) throws(ChartError) {
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
  var changeInPercent: String { "\(change(point)) % (\(change(lower)) to \(change(upper)))" }
}

extension RatioInterval {
  init(_ estimate: Estimate) throws(ChartError) {
    try self.init(estimate.point, low: estimate.lower, high: estimate.upper)
  }
}

extension RatioChart {
  /// Creates a chart of the judged cells with their verdicts, one section per metric. Cells with a budget are
  /// left out: they are compared with a limit, not with the baseline. `subject` is what was measured, such as the
  /// experiment's title.
  /// - Throws: `ChartError` if no ratio is known.
  public init(
    _ judgement: Judgement, cells: KeyPath<Judgement, [JudgedCell]> = \.gated, subject: String
  ) throws(ChartError) {
    let judged = judgement[keyPath: cells].filter { $0.gate?.isBudget != true }
    var sections: [RatioSection] = []
    for metric in judged.map(\.name.metric).uniqued {
      var rows: [RatioRow] = []
      for cell in judged where cell.name.metric == metric {
        rows.append(try RatioRow(cell, judgement.rule))
      }
      sections.append(RatioSection(metric.title, rows: rows))
    }
    let hasRanges = judged.contains {
      if case .range = $0.outcome.result?.value { true } else { false }
    }
    let ranges = hasRanges ? ", or ranges of runs that repeat" : ""
    let level = NumberFormat.percent(judgement.rule.confidenceLevel)
    try self.init(
      title: "\(judgement.candidate) against \(judgement.baseline)",
      note:
        "\(subject). Ratios with \(level) % intervals\(ranges), and what they were judged to be",
      axis: "change from \(judgement.baseline) to \(judgement.candidate), ratios on a logarithmic "
        + "axis", floorName: "noise floor",
      marginName: "unchanged, or within the gate", sections: sections)
  }
}

extension RatioRow {
  fileprivate init(_ cell: JudgedCell, _ rule: DecisionRule) throws(ChartError) {
    guard let result = cell.outcome.result, result.value.isRatio else {
      try self.init(
        label: cell.name.place, ratio: nil,
        valueText: cell.reason ?? cell.outcome.result?.value.countWords ?? "–", marker: .open,
        verdict: cell.word)
      return
    }
    let allowed = cell.gate?.allowed
    let margin = max(allowed ?? rule.margin, rule.floor)
    // Measurements that repeat to the page are compared with a threshold, the same in both directions.
    let repeats = if case .range = result.value { true } else { false }
    let low = repeats ? 1 / result.bound : result.negligible?.lowerBound ?? 1
    // What a gate allows is more than noise, and has the other band.
    let noise = max(result.negligible?.upperBound ?? 1, allowed == nil ? 1 : 1 + rule.floor)
    let high =
      if let allowed, !repeats { min(noise, 1 + max(allowed, 0)) } else {
        max(result.bound, noise)
      }
    try self.init(
      label: cell.name.place,
      ratio: RatioInterval(result.value.point, low: result.value.lower, high: result.value.upper),
      valueText: result.value.changeInPercent,
      marker: RatioMarker(result.verdict), verdict: cell.word,
      floor: low...max(low, high),
      margin: repeats ? nil : 1 / (1 + margin)...1 + margin)
  }
}

extension CellResult.Value {
  /// Counts in words; nil for anything else.
  fileprivate var countWords: String? {
    if case .counts(let counts) = self { counts.words() } else { nil }
  }

  /// A ratio as a change in percent with its interval, or its range if runs repeat.
  fileprivate var changeInPercent: String {
    let range = if case .range = self { "range " } else { "" }
    return "\(change(point)) % (\(range)\(change(lower)) to \(change(upper)))"
  }
}

extension RatioMarker {
  fileprivate init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .regressed: .more
      case .improved: .less
      case .unchanged, .withinGate: .same
      case .inconclusive: .open
      }
  }
}
