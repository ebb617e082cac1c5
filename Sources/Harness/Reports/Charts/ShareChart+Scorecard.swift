import Analysis
import Charts
import Scenarios
import Statistics
import Weighing

extension ShareChart {
  /// The weights of a scorecard, the greatest first, in the colours of the source's guideline (figure 30).
  ///
  /// - Throws: `ChartDataError`.
  public init(_ result: ScorecardResult) throws(ChartDataError) {
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
      note: "An equal share is \(equal) %: up to half of it not so important, from one and a half of it "
        + "crucial" + (result.weights.areExact ? "" : "; lines are what a share can be"),
      axis: ChartAxis("weight", unit: "%"),
      levels: Dictionary(
        uniqueKeysWithValues: Importance.allCases.map { (ShareLevel($0), $0.rawValue) }),
      bars: bars)
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
