import Comparing
import MetricCatalog
import Recording

extension Table {
  /// What was measured here beside what others have published: ratios, a story a row.
  public static func published(_ comparison: PublishedComparison) throws(TableError) -> Table {
    let subject =
      "\(comparison.metric.title) of '\(comparison.build)' over '\(comparison.over)' with its 95 % "
      + "interval, beside \(comparison.title). Ratios, since seconds are those of a machine."
    return try Table(
      title: "Beside published figures",
      notes: [subject]
        + comparison.columns.map {
          "\($0.title): \($0.pair.metric) of '\($0.pair.build)' over '\($0.pair.over)'."
        },
      columns: [
        Column("Story"), Column("Here", alignment: .decimal),
        Column("from", alignment: .decimal), Column("to", alignment: .decimal),
      ] + comparison.columns.map { Column($0.title, alignment: .decimal) },
      rows: comparison.rows.map { row in
        [.text(row.story)] + Cell.ratio(row.here) + row.there.map(published)
      })
  }

  private static func published(_ ratio: Double?) -> Cell {
    ratio.map { .number($0) } ?? .missing("not published")
  }
}
