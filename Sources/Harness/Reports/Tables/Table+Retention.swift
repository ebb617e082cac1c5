import Analysis
import Statistics
import Tables

extension Table {
  /// What stories retain that were replayed in cycles, a story and build a row; nil where none was.
  public static func retention(_ analysis: ExperimentAnalysis) throws(TableError) -> Table? {
    let retentions = analysis.retentions
    if retentions.isEmpty { return nil }
    return try Table(
      title: "What a cycle retains",
      notes: [
        "Live: allocated and not freed, exact at the end of each cycle; from and to: 95 % interval. "
          + "Resident and unshared memory grow by pages, and an allocator may keep what was freed."
      ],
      columns: [
        Column("Story"), Column("Build"), Column("Verdict"),
        Column("Live", unit: "B/cycle", alignment: .decimal), Column("from", alignment: .decimal),
        Column("to", alignment: .decimal),
        Column("Allocations", unit: "1/cycle", alignment: .decimal),
        Column("Resident", unit: "B/cycle", alignment: .decimal, isSpare: true),
        Column("Unshared", unit: "B/cycle", alignment: .decimal, isSpare: true),
        Column("Cycles", alignment: .decimal, isSpare: true),
      ], leadingColumns: 2,
      rows: retentions.map { retention in
        let bytes = retention.bytes.rate
        let format = bytes.format()
        return [
          .text(retention.story), .text(retention.build),
          .text(retention.verdict.rawValue, tone: retention.verdict.tone),
        ] + [bytes.point, bytes.lower, bytes.upper].map { .number($0, as: format) }
          + [rate(retention.blocks), rate(retention.resident)]
          + [
            retention.unshared.map(rate) ?? .missing("the kernel doesn't tell it"),
            .number(Double(retention.bytes.cycles), as: .integer),
          ]
      })
  }

  private static func rate(_ test: RetentionTest) -> Cell {
    .number(test.rate.point, as: test.rate.format())
  }
}

extension RetentionTest.Verdict {
  fileprivate var tone: Table.Cell.Tone {
    switch self {
    case .retains: .bad
    case .inconclusive: .caution
    case .bounded, .flat: .neutral
    }
  }
}
