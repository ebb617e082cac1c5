import DriverProtocol
import Metrics
import Recording
import Statistics
import Tables

/// The allocations of runs, to the block and the byte.
extension Table {
  /// The runs of one story that counted allocations, one row each.
  public static func allocations(
    _ runs: [Run], story: String, builds: [String]
  ) throws(TableError) -> Table {
    let metrics: [Metric] = [
      .allocations, .allocatedBytes, .peakLiveBytes, .liveBlocks, .liveBytes,
    ]
    return try ofRuns(
      "Allocations of \(story)", runs, builds: builds,
      columns: metrics.map { Column.number(header($0)) }
    ) { run in
      metrics.map { metric -> Cell in
        run.measurements[metric].map { .number($0, as: .integer) } ?? .missing("not counted")
      }
    }
  }

  private static func header(_ metric: Metric) -> String {
    metric.unit == .bytes ? "\(metric.title), B" : metric.title
  }

  /// The steps of a run that counted allocations, with the blocks that each left.
  public static func allocatedSteps(_ run: Run) throws(TableError) -> Table {
    try Table(
      title: "Allocations of \(run.story) on \(run.build), run \(run.round)",
      notes: [
        "Of the driver and all that it started; live: what the driver's own process held at the step's end. "
          + "Kept: blocks by size, if the step allocated more of them than it gave back; sizes are rounded "
          + "up to the next 16 B, above 1 KiB to the next power of two."
      ],
      columns: [Column("Step")]
        + ["Repetitions", "Allocations", "Allocated, B", "Peak live, B", "Live blocks", "Live, B"]
        .map { Column.number($0) } + [Column("Kept")],
      rows: run.steps.map { step in
        let cost = step.allocations
        func number(_ value: Int64?) -> Cell {
          value.map { .number(Double($0), as: .integer) } ?? .missing("not counted")
        }
        return [
          .text(run.title(of: step)),
          number(Int64(step.repetitions)), number(cost?.allocations),
          number(cost?.allocatedBytes.count), number(cost?.peakLiveBytes.count),
          number(cost?.live?.blocks), number(cost?.live?.bytes.count),
          .text(cost.map(kept) ?? ""),
        ]
      })
  }

  /// The sizes with most of the remaining blocks, for example `12 × 48 B, 1 × 4096 B`.
  private static func kept(_ cost: AllocationCost) -> String {
    let grown = cost.sizes.map { (size: $0.upTo.count, count: $0.allocations - $0.frees) }
      .filter { $0.count > 0 }.sorted { $0.count > $1.count }
    let shown = grown.prefix(3).map { "\($0.count) × \($0.size) B" }
    return (shown + (grown.count > 3 ? ["…"] : [])).joined(separator: ", ")
  }
}
