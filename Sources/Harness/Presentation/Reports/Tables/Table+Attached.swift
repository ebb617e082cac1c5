import DriverProtocol
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// The measurements of processes that were watched, one row each.
  public static func attached(_ run: Run) throws(TableError) -> Table {
    let metrics: [Metric] = [
      .wallTime, .cpuTime, .peakCPU, .lowestCPU, .otherCPU, .peakMemory, .lowestMemory,
      .otherMemory, .treeProcesses, .minorFaults, .majorFaults, .voluntarySwitches,
      .involuntarySwitches, .storageRead, .storageWritten,
    ]
    // A thread's activity after its last sample is not seen.
    let lowerBounds: [Metric] = [.voluntarySwitches, .involuntarySwitches]
    var rows: [[Cell]] = []
    for metric in metrics {
      rows.append([
        .text(metric.title), measurement(run.measurements[metric], of: metric.unit),
        .text(lowerBounds.contains(metric) ? "at least" : metric.unit.displaySymbol),
      ])
      if metric == .cpuTime {
        rows.append([
          .text("Mean CPU"), measurement(run.meanCPU, of: .percent),
          .text(MetricUnit.percent.displaySymbol),
        ])
      }
    }
    return try Table(
      title: "\(run.story) (\(run.build))",
      columns: [Column("Metric"), Column.number("Value"), Column("Unit")],
      rows: rows)
  }

  private static func measurement(_ value: Double?, of unit: MetricUnit) -> Cell {
    guard let value else { return .missing("not measured") }
    return .number(value / unit.displayScale)
  }

  /// The processes of a tree that used most, at most `limit`, one row each, the greatest first.
  public static func processes(
    _ processes: [(pid: Int32, parent: Int32, name: String, cost: Cost)], limit: Int
  ) throws(TableError) -> Table {
    func isGreater(_ a: Cost, _ b: Cost) -> Bool {
      (a.cpu, a.peakMemory ?? .zero) > (b.cpu, b.peakMemory ?? .zero)
    }
    let shown = processes.sorted { isGreater($0.cost, $1.cost) }.prefix(limit)
    let rest = processes.count - shown.count
    return try Table(
      title: "Processes",
      notes: rest > 0
        ? ["Left out: \(rest.counted("process", "processes")), none with more CPU time than these."]
        : [],
      columns: [
        Column("PID", alignment: .trailing), Column("Parent", alignment: .trailing), Column("Name"),
        .number("CPU time", unit: "ms"), .number("Peak", unit: "MB"),
      ],
      rows: shown.map {
        [
          .text("\($0.pid)"), .text("\($0.parent)"), .text($0.name),
          .number(Double($0.cost.cpu.nanoseconds) / 1e6),
          peak(of: $0.cost),
        ]
      })
  }

  private static func peak(of cost: Cost) -> Cell {
    guard let peak = cost.peakMemory else { return .missing("not measured") }
    return .number(Double(peak.count) / 1e6)
  }
}
