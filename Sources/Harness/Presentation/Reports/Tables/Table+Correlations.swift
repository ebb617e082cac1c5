import Analysis
import Metrics
import Statistics
import Tables

extension Table {
  /// How closely two metrics are related on each build, over its runs and over its stories; nil if no build
  /// has enough stories for an interval.
  public static func correlations(
    _ analysis: ExperimentAnalysis, _ x: Metric, _ y: Metric
  ) throws(TableError) -> Table? {
    let pairs = analysis.builds.map { MetricPairs(analysis, build: $0, x, y) }
    guard pairs.contains(where: { $0.stories.count >= Correlation.fewestPairs }) else { return nil }
    return try Table(
      title: "\(y.title) against \(x.title): how far they go together",
      notes: [
        "1: they rise together; 0: neither says anything about the other; with 95 % intervals. Pearson's r "
          + "asks for a line, Spearman's for the same order. Stories are independent of each other, runs of "
          + "one story are not: read the rows over stories, because intervals over runs are too narrow."
      ],
      columns: [
        Column("Build"), Column("Over"), Column("n", alignment: .trailing), .number("Pearson's r"),
        .number("from"), .number("to"), .number("Spearman's r"), .number("from"), .number("to"),
      ],
      rows: zip(analysis.builds, pairs).flatMap { build, pairs in
        [("stories", pairs.stories), ("runs", pairs.runs)].map { over, pairs in
          [.text(build), .text(over), .text("\(pairs.count)")]
            + Correlation.Coefficient.allCases.flatMap { cells($0, of: pairs) }
        }
      })
  }

  private static func cells(
    _ kind: Correlation.Coefficient, of pairs: [(x: Double, y: Double)]
  ) -> [Cell] {
    do throws(StatisticsError) {
      guard let correlation = try Correlation(kind, of: pairs) else {
        return Array(repeating: .missing("one of them never varies"), count: 3)
      }
      let cells = Cell.estimate(correlation.estimate)
      if correlation.hasInterval { return cells }
      let reason = "all agree, which \(pairs.count) may do by chance: no interval"
      return [cells[0], .missing(reason), .missing(reason)]
    } catch {
      return Array(repeating: .missing(error.description), count: 3)
    }
  }
}
