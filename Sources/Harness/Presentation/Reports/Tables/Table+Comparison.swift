import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// Two builds side by side: for each metric, in this order, and story both means, the ratio and its
  /// interval. With several layouts, also whether the difference holds over them, and the runs' own interval.
  public static func comparison(
    _ comparison: Comparison, metrics: [Metric]
  ) throws(TableError) -> Table {
    var columns = [
      Column("Story"), Column.number(comparison.baseline), Column.number(comparison.candidate),
      Column.number("Ratio"), Column.number("from"), Column.number("to"), Column.number("p"),
      Column.number("n"),
    ]
    if comparison.hasLayouts {
      columns += [Column("Holds"), Column.number("Runs from"), Column.number("Runs to")]
    }
    return try Table(
      title: versus(comparison.candidate, comparison.baseline, comparison.compilers),
      notes: notes(comparison), columns: columns,
      sections: metrics.map { metric in
        let rows = comparison.rows.filter { $0.metric == metric }.map { row in
          [
            .text(row.story), .mean(row.baseline, of: metric), .mean(row.candidate, of: metric),
          ] + cells(row.ratio, comparison)
        }
        return Section(metric.titleWithUnit, rows: rows + overall(comparison, metric))
      })
  }

  /// `new against old`, and their compilers if these differ.
  static func versus(_ candidate: String, _ baseline: String, _ compilers: CompilerPair?) -> String
  {
    "\(candidate) against \(baseline)" + (compilers.map { " (\($0))" } ?? "")
  }

  private static func notes(_ comparison: Comparison) -> [String] {
    let ratio = "Means; the ratio is \(comparison.candidate) over \(comparison.baseline)"
    if comparison.hasLayouts {
      return [
        "\(ratio) (mean over \(comparison.layouts) layouts of the code of the trimmed means over "
          + "their pairs of runs) with its 95 % interval over layouts.",
        "Holds: 'layout' if the runs show a difference that does not hold over the layouts. 'Runs' is the "
          + "interval over all pairs, of any layout.", tests(comparison),
      ]
    }
    let method =
      comparison.isPaired
      ? "trimmed mean over the pairs of runs of one round" : "ratio of the means, Welch"
    return ["\(ratio) (\(method)) with its 95 % interval.", tests(comparison)]
  }

  private static func tests(_ comparison: Comparison) -> String {
    let all = comparison.overall.values
    let counts = (comparison.rows.map(\.ratio) + all).compactMap { try? $0.get().evidence.count }
    return TestedTogether.note(
      count: comparison.testCount, "ratios of the experiment", isPaired: comparison.isPaired,
      metricsApart: comparison.testsMetricsApart, fewest: counts.min())
      + (comparison.isPaired && comparison.storyCount > 1
        ? " n: how many pairs; 'all stories' has the rounds that all of them have."
        : " n: how many \(comparison.isPaired ? "pairs" : "runs").")
  }

  private static func overall(_ comparison: Comparison, _ metric: Metric) -> [[Cell]] {
    guard let ratio = comparison.overall[metric], comparison.isPaired, comparison.storyCount > 1
    else { return [] }
    // All stories together have a ratio, but no mean.
    return [[.text("all stories"), .text(""), .text("")] + cells(ratio, comparison)]
  }

  private static func cells(
    _ ratio: Result<Difference, NoRatio>, _ comparison: Comparison
  ) -> [Cell] {
    switch ratio {
    case .success(let ratio):
      let measurements =
        Cell.estimate(ratio.estimate) + [
          ratio.pValue.map { .p($0) } ?? .missing("not tested: it describes the machine"),
          .number(Double(ratio.evidence.count), as: .integer),
        ]
      guard let overRuns = ratio.overRuns else {
        guard comparison.hasLayouts else { return measurements }
        return measurements + Array(repeating: .missing("counted on one layout"), count: 3)
      }
      return measurements + [.finding(ratio, shown: "yes")] + Cell.estimate(overRuns).dropFirst()
    case .failure(let reason):
      let missing = Cell.missing(reason.description)
      return Array(repeating: missing, count: comparison.hasLayouts ? 8 : 5)
    }
  }
}

extension Comparison {
  fileprivate var storyCount: Int { Set(rows.map(\.story)).count }
  fileprivate var hasLayouts: Bool { isPaired && layouts > 1 }
}

extension Table.Cell {
  /// A ratio and both ends of its interval, three cells.
  static func ratio(_ ratio: Result<Difference, NoRatio>) -> [Table.Cell] {
    switch ratio {
    case .success(let ratio): estimate(ratio.estimate)
    case .failure(let reason): Array(repeating: .missing(reason.description), count: 3)
    }
  }

  /// An estimate and both ends of its interval.
  static func estimate(_ estimate: Estimate) -> [Table.Cell] {
    let format = estimate.format()
    return [estimate.point, estimate.lower, estimate.upper].map { .number($0, as: format) }
  }
}

extension Table {
  /// Returns the measured ratios compared with published ones: one row per story.
  public static func published(_ comparison: PublishedComparison) throws(TableError) -> Table {
    let (here, there) = (comparison.published.here, comparison.published.there)
    let subject =
      "\(here.metric.title) of '\(here.build)' over '\(here.over)' with its 95 % interval, "
      + "compared with \(comparison.published.title). Ratios, because seconds depend on the machine."
    return try Table(
      title: "\(here.build) over \(here.over), compared with published measurements",
      notes: [subject]
        + there.map {
          "\($0.title): \($0.pair.metric.id) of '\($0.pair.build)' over '\($0.pair.over)'."
        },
      columns: [
        Column("Story"), Column.number("Here"), Column.number("from"), Column.number("to"),
      ] + there.map { Column.number($0.title) },
      rows: comparison.rows.map { row in
        [.text(row.story)] + Cell.ratio(row.here) + row.there.map(published)
      })
  }

  private static func published(_ ratio: Double?) -> Cell {
    ratio.map { .number($0) } ?? .missing("not published")
  }
}
