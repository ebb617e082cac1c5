import Analysis
import Metrics
import Scenarios
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
    let tolerated = result.load.tolerated
    if tolerated > 0 { columns.append(Column.number("Errors", unit: "%")) }
    columns.append(Column.number("Server CPU", unit: "%"))
    let but =
      tolerated > 0 ? " (but for up to \(NumberFormat.percent(tolerated)) % of the users)" : ""
    let errors = tolerated > 0 ? ", errors in percent of the users" : ""
    var notes = [
      "Held: runs with right answers\(but) within \(CapacityText.budget(result.budget)). A bound is shown by "
        + "\(CapacitySearch.runsOfBound) runs that agree.",
      "Medians over runs that were measured to their end; CPU in percent of one\(errors).",
    ]
    let earlier = result.load.earlierStories
    if !earlier.isEmpty {
      notes.append(
        "Latencies include requests of stories that come before: \(earlier.listed(atMost: 3)).")
    }
    return try Table(
      title: "'\(result.story)' by rate of arrivals", notes: notes, columns: columns,
      leadingColumns: 2,
      rows: result.builds.flatMap { build in
        build.rates.map {
          row(
            $0, of: build.build, withPercentile: percentile != .p50, withErrors: tolerated > 0)
        }
      })
  }

  private static func row(
    _ rate: LoadAtRate, of build: String, withPercentile: Bool, withErrors: Bool
  ) -> [Cell] {
    var cells: [Cell] = [
      .text(build), .number(rate.rate), .text("\(rate.held) of \(rate.made)"),
      latency(rate.median),
    ]
    if withPercentile { cells.append(latency(rate.latency)) }
    if withErrors { cells.append(rate.errors.map { .number($0, as: .coarse) } ?? notMeasured) }
    cells.append(rate.cpu.map { .number($0, as: .integer) } ?? notMeasured)
    return cells
  }

  private static var notMeasured: Cell { .missing("no run was measured to its end") }

  private static func latency(_ nanoseconds: Double?) -> Cell {
    guard let nanoseconds else { return notMeasured }
    return .number(nanoseconds / MetricUnit.nanoseconds.displayScale)
  }
}
