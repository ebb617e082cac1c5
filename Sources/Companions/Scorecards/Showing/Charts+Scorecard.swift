import Analysis
import Charts
import Foundation
import Reports
import Scenarios
import Statistics

extension ShareChart {
  /// The weights of a scorecard, the greatest first, in the colours of the source's guideline (figure 30).
  /// - Throws: `ChartError`.
  public init(_ result: ScorecardResult) throws(ChartError) {
    let shares = result.weights.shares
    let order = shares.indices.sorted { (-shares[$0], $0) < (-shares[$1], $1) }
    var bars: [ShareBar] = []
    let format = NumberFormat.decimals(2)
    for index in order {
      let (share, range) = (shares[index] * 100, result.weights.range(of: index))
      let (low, high) = (range.lowerBound * 100, range.upperBound * 100)
      let isExact = result.weights.areExact
      bars.append(
        ShareBar(
          label: result.card.criteria[index].name,
          bar: isExact ? try Bar(share) : try Bar(share, low: low, high: high, format: format),
          valueText: format.string(for: share)
            + (isExact ? "" : " (\(format.string(for: low)) to \(format.string(for: high)))"),
          level: ShareLevel(result.importance(of: index))))
    }
    let equal = NumberFormat.plain.string(for: 100 / Double(shares.count))
    try self.init(
      title: result.card.title,
      note:
        "Crucial: from 1.5 times an equal share of \(equal) %; not so important: up to half of it"
        + (result.weights.areExact ? "" : ". Lines: what a share can be"),
      axis: ChartAxis("weight", unit: "%"),
      levels: Dictionary(
        uniqueKeysWithValues: Importance.allCases.map { (ShareLevel($0), $0.rawValue) }),
      bars: bars)
  }
}

extension RatioChart {
  /// The lead of the best alternative over each other one, by each criterion and by the score.
  /// - Throws: `ChartError`; `.noData` for a scorecard without alternatives.
  public init(_ result: ScorecardResult) throws(ChartError) {
    let best = result.ranking?.order.first
    var sections: [RatioSection] = []
    for pair in result.orientedPairs where pair.better == best {
      var rows: [RatioRow] = []
      let product = pair.product
      for (index, ratio) in product.logRatios.enumerated() {
        let share = NumberFormat.decimals(1).string(for: result.weights.shares[index] * 100)
        rows.append(
          try RatioRow(
            "\(result.card.criteria[index].name), \(share) %", ratio.value, ratio.range))
      }
      let scores =
        [("score", product.overValues)]
        + (result.weights.areExact ? [] : [("score, all weights", product.overAll)])
      for (label, range) in scores {
        rows.append(
          try RatioRow(
            label, product.logScore, range, isNegligible: product.order == .negligible))
      }
      sections.append(
        RatioSection("\(result.name(pair.better)) against \(result.name(pair.worse))", rows: rows))
    }
    try self.init(
      title: result.card.title,
      note: (["Each criterion with its weight, and the weighted product of all: more is better"]
        + ScorecardText.failures(result)).joined(separator: "; "),
      axis: "how much better \(best.map(result.name) ?? "") is, ratios on a logarithmic axis",
      sections: sections)
  }
}

extension RatioRow {
  /// A ratio from its logarithms; above 0 is better, unless it is as small as what no order is shown for.
  fileprivate init(
    _ label: String, _ log: Double, _ range: ClosedRange<Double>, isNegligible: Bool = false
  ) throws(ChartError) {
    let isOpen = range.lowerBound <= 0 && range.upperBound >= 0
    let shown: RatioMarker = isNegligible ? .same : range.lowerBound > 0 ? .better : .worse
    let words: [RatioMarker: String] = [.same: "negligible", .better: "better", .worse: "worse"]
    let (low, high) = (exp(range.lowerBound), exp(range.upperBound))
    let format = NumberFormat.uncertainty((high - low) / 4 * 100).withPlus
    let texts = [exp(log), low, high].map { format.string(for: ($0 - 1) * 100) }
    try self.init(
      label: label,
      ratio: RatioInterval(exp(log), low: min(low, exp(log)), high: max(high, exp(log))),
      valueText: low < high ? "\(texts[0]) % (\(texts[1]) to \(texts[2]))" : "\(texts[0]) %",
      marker: isOpen ? .open : shown, verdict: isOpen ? "open" : words[shown] ?? "")
  }
}

extension ShareLevel {
  fileprivate init(_ importance: Importance) {
    self =
      switch importance {
      case .crucial: .high
      case .important: .middle
      case .minor: .low
      }
  }
}
