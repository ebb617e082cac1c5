import Analysis
import Metrics
import Statistics
import Tables

extension Table {
  /// The rates of users at which builds were measured, one row each.
  public static func load(_ result: CapacityResult) throws(TableError) -> Table {
    let percentile = result.budget.percentile
    var columns = [
      Column("Build"), Column.number("Users/s"), Column("Held", alignment: .trailing),
      Column.number("p50", unit: "ms"),
    ]
    if percentile != .p50 {
      columns.append(Column.number(percentile.rawValue, unit: "ms"))
    }
    columns.append(Column.number("Server CPU", unit: "%"))
    return try Table(
      title: "'\(result.story)' by rate of arrivals",
      notes: [
        "Held: runs with right answers within \(CapacityText.budget(result.budget)). A bound is shown by "
          + "\(CapacitySearch.runsOfBound) runs that agree.",
        "Latencies and CPU: medians over runs that were answered; CPU in percent of one.",
      ], columns: columns, leadingColumns: 2,
      rows: result.builds.flatMap { build in
        build.rates.map { row($0, of: build.build, withPercentile: percentile != .p50) }
      })
  }

  private static func row(_ rate: LoadAtRate, of build: String, withPercentile: Bool) -> [Cell] {
    var cells: [Cell] = [
      .text(build), .number(rate.rate), .text("\(rate.held) of \(rate.made)"),
      latency(rate.median),
    ]
    if withPercentile { cells.append(latency(rate.latency)) }
    cells.append(rate.cpu.map { .number($0, as: .integer) } ?? notAnswered)
    return cells
  }

  private static var notAnswered: Cell { .missing("no run was answered") }

  private static func latency(_ nanoseconds: Double?) -> Cell {
    guard let nanoseconds else { return notAnswered }
    return .number(nanoseconds / MetricUnit.nanoseconds.displayScale)
  }
}
