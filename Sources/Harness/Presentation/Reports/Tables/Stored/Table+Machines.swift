import Analysis
import Metrics
import Statistics
import Tables

extension Table {
  /// The findings of each machine for the gated cells that changed, or that differ on one of them; nil if one
  /// machine made all pairs, or if there is no such cell.
  public static func machines(_ judgement: Judgement) throws(TableError) -> Table? {
    let cells = judgement.gated.filter { cell in
      guard let result = cell.outcome.result, let spread = result.machines else { return false }
      return [.regressed, .improved].contains(result.verdict)
        || spread.machines.contains(where: \.isOff)
    }
    if cells.isEmpty { return nil }
    return try Table(
      title: "By machine",
      notes: [
        "Each machine's own pairs, with their 95 % interval. Differs: from the others' mean, beyond what "
          + "chance and their spread explain."
      ],
      columns: [
        Column("Story"), Column("Metric"), Column("Machine"), .number("Change", unit: "%"),
        .number("from"), .number("to"), .number("n", isSpare: true), Column("Differs"),
      ], leadingColumns: 3,
      rows: cells.flatMap { cell -> [[Cell]] in
        (cell.outcome.result?.machines?.machines ?? []).map { machine in
          let format = machine.ratio.changeFormat
          let changes = [machine.ratio.point, machine.ratio.lower, machine.ratio.upper]
            .map { Cell.number(($0 - 1) * 100, as: format) }
          return [.text(cell.name.place), .text(cell.name.metric.title), .text(machine.name)]
            + changes
            + [
              .number(Double(machine.pairs), as: .integer),
              .text(machine.isOff ? "yes" : "", tone: machine.isOff ? .caution : .neutral),
            ]
        }
      })
  }
}
