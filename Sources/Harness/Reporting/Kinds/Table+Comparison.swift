import Comparing
import MetricCatalog
import Statistics

extension Table {
  /// Two builds side by side: for each metric and story both means, the ratio and its interval.
  /// - Parameter metrics: which metrics, in this order.
  public static func comparison(
    _ comparison: Comparison, metrics: [Metric]
  ) throws(TableError) -> Table {
    try Table(
      title: "\(comparison.candidate) against \(comparison.baseline)",
      notes: notes(comparison),
      columns: [
        Column("Story"),
        Column(comparison.baseline, alignment: .decimal),
        Column(comparison.candidate, alignment: .decimal),
        Column("Ratio", alignment: .decimal),
        Column("from", alignment: .decimal), Column("to", alignment: .decimal),
      ],
      sections: metrics.map { metric in
        let rows = comparison.rows.filter { $0.metric == metric }.map(cells)
        return Section(metric.titleWithUnit, rows: rows + overall(comparison, metric))
      })
  }

  private static func notes(_ comparison: Comparison) -> [String] {
    let method =
      comparison.isPaired
      ? "trimmed mean over the pairs of runs of one round" : "ratio of the means, Welch"
    return [
      "Means; the ratio is \(comparison.candidate) over \(comparison.baseline) (\(method)) "
        + "with its 95 % interval."
    ]
  }

  private static func cells(_ row: Comparison.Row) -> [Cell] {
    [
      .text(row.story), .mean(row.baseline, of: row.metric), .mean(row.candidate, of: row.metric),
    ] + cells(row.ratio)
  }

  private static func overall(_ comparison: Comparison, _ metric: Metric) -> [[Cell]] {
    guard let ratio = comparison.overall[metric], comparison.isPaired, comparison.storyCount > 1
    else { return [] }
    // Stories have a ratio in common, but no mean.
    return [[.text("all stories"), .text(""), .text("")] + cells(ratio)]
  }

  private static func cells(_ ratio: Result<Ratio, NoRatio>) -> [Cell] {
    switch ratio {
    case .success(let ratio):
      let estimate = ratio.estimate
      // A wide interval needs no fourth digit.
      let format = NumberFormat.decimals(estimate.upper - estimate.lower < 0.2 ? 4 : 3)
      return [estimate.point, estimate.lower, estimate.upper].map { .number($0, as: format) }
    case .failure(let reason):
      return Array(repeating: .missing(reason.description), count: 3)
    }
  }
}

extension Comparison {
  fileprivate var storyCount: Int { Set(rows.map(\.story)).count }
}
