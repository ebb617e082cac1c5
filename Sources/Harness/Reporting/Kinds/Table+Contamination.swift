import Recording
import Rounding

extension Table {
  /// What else the machine did during one run, a counter a row.
  public static func contamination(
    _ contamination: Contamination, verdict: ContaminationVerdict
  ) throws(TableError) -> Table {
    let times: [(String, Int64?)] = [
      ("CPU time of the run's processes", contamination.run),
      ("CPU time of Rehearse", contamination.harness),
      ("CPU time of all else", contamination.others),
      ("CPU time taken by the hypervisor", contamination.stolen),
      ("Tasks waited for a CPU", contamination.processorWaiting),
      ("Tasks waited for memory", contamination.memoryWaiting),
      ("Tasks waited for storage", contamination.storageWaiting),
    ]
    let swapped: Cell = contamination.swappedPages.map { .text("\($0)") } ?? .missing("not known")
    return try Table(
      title: "What else the machine did: \(verdict.words)",
      notes: [
        "From before the run's process was started until after it had ended; percent of one CPU, "
          + "or of that time. All else and the hypervisor are counted in ticks of 10 ms."
      ],
      columns: [
        Column("Counter"), Column("Amount", alignment: .decimal), Column("Unit"),
        Column("Share", unit: "%", alignment: .decimal),
      ],
      rows: [
        [
          .text("Time observed"), .number(Double(contamination.observed) / 1e6), .text("ms"),
          .text(""),
        ]
      ]
        + times.map { name, time in
          guard let time else {
            return [.text(name), .missing("not known"), .text("ms"), .missing("not known")]
          }
          return [
            .text(name), .number(Double(time) / 1e6), .text("ms"),
            .number(contamination.percent(time), as: .coarse),
          ]
        }
        + [[.text("Pages swapped"), swapped, .text("pages"), .text("")]])
  }
}
