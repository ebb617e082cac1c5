import DriverProtocol
import MetricCatalog
import Recording
import Rounding
import Statistics

extension Table {
  /// The runs of one story, a row each, as the tables 17 to 51 of the source of 2015 have them:
  /// pid, peak, lowest, other processes; memory and CPU side by side.
  /// - Parameters:
  ///   - runs: of one story.
  ///   - builds: the order of the sections.
  public static func runs(
    _ runs: [Run], story: String, builds: [String]
  ) throws(TableError) -> Table {
    let metrics: [(heading: String, metric: Metric)] = [
      ("peak", .peakMemory), ("lowest", .lowestMemory), ("others", .otherMemory),
      ("peak", .peakCPU), ("lowest", .lowestCPU), ("others", .otherCPU), ("CPU time", .cpuTime),
    ]
    return try Table(
      title: "Runs of \(story)",
      columns: [Column("Run", alignment: .trailing), Column("PID", alignment: .trailing)]
        + metrics.map {
          Column($0.heading, unit: $0.metric.unit.displaySymbol, alignment: .decimal)
        }
        + [Column("Ending")],
      sections: builds.map { build in
        let runs = runs.filter { $0.build == build }
        let formats = metrics.map { format(of: $0.metric, runs) }
        return Section(
          build,
          rows: runs.map { run in
            [.text("\(run.round)"), run.pid.map { .text("\($0)") } ?? .missing("no process")]
              + zip(metrics, formats).map { figure(run, $0.metric, $1) }
              + [
                .text(run.failure?.reason.rawValue ?? "passed", tone: run.passed ? .neutral : .bad)
              ]
          })
      })
  }

  /// By the spread of the runs that count, so that one that failed far off does not hide the others'
  /// digits.
  private static func format(of metric: Metric, _ runs: [Run]) -> NumberFormat {
    .spread(
      of: runs.filter(\.passed).compactMap { $0.measurements[metric] },
      scale: metric.unit.displayScale)
  }

  private static func figure(_ run: Run, _ metric: Metric, _ format: NumberFormat) -> Cell {
    guard let value = run.measurements[metric] else { return .missing("not measured") }
    return .number(value / metric.unit.displayScale, as: format)
  }
}
