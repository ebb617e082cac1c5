import DriverProtocol
import MetricCatalog
import Recording

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
        Section(
          build,
          rows: runs.filter { $0.build == build }.map { run in
            [.text("\(run.round)"), run.pid.map { .text("\($0)") } ?? .missing("no process")]
              + metrics.map { figure(run, $0.metric) }
              + [
                .text(run.failure?.reason.rawValue ?? "passed", tone: run.passed ? .neutral : .bad)
              ]
          })
      })
  }

  private static func figure(_ run: Run, _ metric: Metric) -> Cell {
    guard let value = run.measurements[metric] else { return .missing("not measured") }
    // Shares of a CPU are right to a few points, memory to half a megabyte.
    let format = NumberFormat.decimals(metric.unit == .percent ? 1 : 2)
    return .number(value / metric.unit.displayScale, as: format)
  }

  /// The steps of one run: when, how long, and what they cost.
  /// - Parameter layouts: how many layouts its build has; of several, the run's is named.
  public static func steps(_ run: Run, layouts: Int) throws(TableError) -> Table {
    let layout = layouts > 1 ? ", layout \(run.layout) of \(layouts)" : ""
    return try Table(
      title: "Steps of \(run.story) on \(run.build), run \(run.round)\(layout)",
      notes: [
        "Wall and CPU are the core calls alone; 'driver' is the CPU time the driver itself took."
      ] + (run.arrangement.map { ["The two runs of the pair ran \($0.description)."] } ?? []),
      columns: [
        Column("Step"), Column("Start", unit: "ms", alignment: .decimal),
        Column("Wall", unit: "ms", alignment: .decimal),
        Column("CPU", unit: "ms", alignment: .decimal),
        Column("Driver", unit: "ms", alignment: .decimal),
        Column("Peak", unit: "MB", alignment: .decimal),
      ],
      rows: run.steps.map { step in
        let times = [
          step.start, step.inside.wallNanoseconds, step.inside.cpuNanoseconds, step.driverShare,
        ]
        return [.text(step.story == run.story ? step.label : "(\(step.story)) \(step.label)")]
          + times.map { .number(Double($0) / 1e6, as: .decimals(3)) }
          + [.number(Double(step.outside.peakMemory) / 1e6, as: .decimals(2))]
      })
  }
}
