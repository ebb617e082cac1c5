import Analysis
import Recording
import Statistics
import Tables

extension Table {
  /// The retention of stories replayed in cycles, one row per story and build; nil if there are none.
  public static func retention(_ analysis: ExperimentAnalysis) throws(TableError) -> Table? {
    let (retentions, broken) = (analysis.retentions, analysis.brokenCycleRuns)
    if retentions.isEmpty, broken.isEmpty { return nil }
    return try Table(
      title: "What a cycle retains",
      notes: [
        "Live: allocated and not freed, exact at the end of each cycle; from and to: 95 % interval. "
          + "Resident and unshared memory grow by pages, and an allocator may keep what was freed."
      ]
        + (broken.isEmpty
          ? []
          : [
            "Failed: only the cycles before the one that failed are counted; 'show --story' has each of "
              + "them."
          ]),
      columns: [
        Column("Story"), Column("Build"), Column("Verdict"), .number("Live", unit: "B/cycle"),
        .number("from"), .number("to"), .number("Allocations", unit: "1/cycle"),
        .number("Resident", unit: "B/cycle", isSpare: true),
        .number("Unshared", unit: "B/cycle", isSpare: true), .number("Cycles", isSpare: true),
      ], leadingColumns: 2,
      rows: retentions.map { row($0, verdict: .text($0.verdict.rawValue, tone: $0.verdict.tone)) }
        + broken.map(row))
  }

  private static func row(_ retention: Retention, verdict: Cell) -> [Cell] {
    let bytes = retention.bytes.rate
    let format = bytes.format()
    return [.text(retention.story), .text(retention.build), verdict]
      + [bytes.point, bytes.lower, bytes.upper].map { .number($0, as: format) }
      + [rate(retention.blocks), rate(retention.resident)]
      + [
        retention.unshared.map(rate) ?? .missing("the kernel doesn't tell it"),
        .number(Double(retention.bytes.cycles), as: .integer),
      ]
  }

  /// A run with a failed cycle, and what the cycles before it show.
  private static func row(_ run: Run) -> [Cell] {
    let failed = Cell.text("failed", tone: .bad)
    let count = run.cycles?.count ?? 0
    guard let series = run.cycles,
      let retention = try? Retention(series, story: run.story, build: run.build)
    else {
      return [.text(run.story), .text(run.build), failed]
        + Array(repeating: .missing("too few cycles before the one that failed"), count: 6)
        + [.number(Double(count), as: .integer)]
    }
    return row(retention, verdict: failed)
  }

  /// The memory held by a run at the ends of its cycles: at most 32 of them, evenly spaced, and the last.
  public static func cycles(_ run: Run) throws(TableError) -> Table? {
    guard let series = run.cycles, series.count > 0 else { return nil }
    let distance = (series.count + 31) / 32
    let shown = (1...series.count).filter { $0 % distance == 0 || $0 == series.count }
    func held(_ values: [Int64], after cycle: Int) -> Cell {
      values.indices.contains(cycle - 1)
        ? .number(Double(values[cycle - 1]), as: .integer) : .missing("the kernel doesn't tell it")
    }
    return try Table(
      title: "Held at the ends of cycles: \(run.story) on \(run.build)",
      notes: ["\(series.count) cycles were made; the first \(series.warmUp) are warm-up."],
      columns: ["Cycle", "Live, B", "Live blocks", "Resident, B", "Unshared, B"]
        .map { Column.number($0) },
      rows: shown.map { cycle in
        [.number(Double(cycle), as: .integer)]
          + [series.liveBytes, series.liveBlocks, series.resident, series.unshared]
          .map { held($0, after: cycle) }
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
