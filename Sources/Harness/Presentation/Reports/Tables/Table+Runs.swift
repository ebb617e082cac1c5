import DriverProtocol
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// The runs of one story, one row each, as in the tables 17 to 51 of the source of 2015: pid, peak, lowest,
  /// other processes; memory and CPU side by side. Sections have the order of the builds.
  public static func runs(
    _ runs: [Run], story: String, builds: [String]
  ) throws(TableError) -> Table {
    let metrics: [(heading: String, metric: Metric)] = [
      ("peak", .peakMemory), ("lowest", .lowestMemory), ("others", .otherMemory),
      ("peak", .peakCPU), ("lowest", .lowestCPU), ("others", .otherCPU), ("CPU time", .cpuTime),
    ]
    let formats = Dictionary(grouping: runs, by: \.build).mapValues { runs in
      metrics.map { format(of: $0.metric, runs) }
    }
    return try ofRuns(
      "Runs of \(story)", runs, builds: builds,
      columns: metrics.map { Column.number($0.heading, unit: $0.metric.unit.displaySymbol) }
    ) { run in
      zip(metrics, formats[run.build] ?? []).map { measurement(run, $0.metric, $1) }
    }
  }

  /// Runs, one row each, with their numbers, processes and endings around what `cells` gives. Sections have the
  /// order of the builds.
  static func ofRuns(
    _ title: String, _ runs: [Run], builds: [String], columns: [Column], cells: (Run) -> [Cell]
  ) throws(TableError) -> Table {
    try Table(
      title: title,
      columns: [Column("Run", alignment: .trailing), Column("PID", alignment: .trailing)]
        + columns + [Column("Ending")],
      sections: builds.map { build in
        Section(
          build,
          rows: runs.filter { $0.build == build }.map { run in
            [.text("\(run.round)"), run.pid.map { .text("\($0)") } ?? .missing("no process")]
              + cells(run)
              + [
                .text(run.failure?.reason.rawValue ?? "passed", tone: run.passed ? .neutral : .bad)
              ]
          })
      })
  }

  /// By the spread of the runs that count, so that a failed outlier does not hide the others' digits.
  private static func format(of metric: Metric, _ runs: [Run]) -> NumberFormat {
    .spread(
      of: runs.filter(\.passed).compactMap { $0.measurements[metric] },
      scale: metric.unit.displayScale)
  }

  private static func measurement(_ run: Run, _ metric: Metric, _ format: NumberFormat) -> Cell {
    guard let value = run.measurements[metric] else { return .missing("not measured") }
    return .number(value / metric.unit.displayScale, as: format)
  }

  /// The steps of one run: when, how long, and their cost; if processes were started, the cost of all of them
  /// together; what the services did; and how long requests and repetitions took. If the build has several layouts,
  /// the run's is named.
  public static func steps(_ run: Run, layouts: Int) throws(TableError) -> Table {
    let layout = layouts > 1 ? ", layout \(run.layout) of \(layouts)" : ""
    let trees = run.steps.compactMap(\.tree)
    let treeMemory = Self.treeMemory.filter { memory in
      trees.contains { $0[keyPath: memory.bytes] != nil }
    }
    let services = run.steps.serviceNames
    let hasLatencies = run.steps.contains { run.latencies(of: $0) != nil }
    let latencyColumns = hasLatencies ? Self.latencyColumns : []
    let latencyNotes = hasLatencies ? ["p50 to p99.9 are of single requests or repetitions."] : []
    let hasItems = run.steps.contains { $0.items != nil }
    let throughputColumns = hasItems ? [Column.number("Throughput", unit: "items/s")] : []
    let costs =
      5 + (hasItems ? 1 : 0) + (trees.isEmpty ? 0 : 3 + treeMemory.count) + 2 * services.count
    return try Table(
      title: "Steps of \(run.story) on \(run.build), run \(run.round)\(layout)",
      notes: [
        "Wall and CPU are the core calls alone; 'driver' is the CPU time the driver itself took."
      ] + treeNotes(trees) + latencyNotes
        + (run.arrangement.map { ["The two runs of the pair ran \($0.description)."] } ?? []),
      columns: [
        Column("Step"), Column.number("Start", unit: "ms"), Column.number("Wall", unit: "ms"),
        Column.number("CPU", unit: "ms"), Column.number("Driver", unit: "ms"),
        Column.number("Peak", unit: "MB"),
      ] + throughputColumns + (trees.isEmpty ? [] : treeColumns(treeMemory.map { $0.heading }))
        + services.flatMap(columns) + latencyColumns,
      rows: run.steps.flatMap { step -> [[Cell]] in
        let latencies = run.latencies(of: step)
        let times = [
          .nanoseconds(step.start), step.inside.wall ?? .zero, step.inside.cpu, step.driverShare,
        ]
        let processed: [Cell] = hasItems ? [throughput(of: step, in: run)] : []
        let row: [Cell] =
          [.text(run.title(of: step))]
          + times.map(milliseconds) + [
            megabytes(step.outside.peakMemory)
          ] + processed + (trees.isEmpty ? [] : cells(step.tree, treeMemory.map { $0.bytes }))
          + services.flatMap { cells(step.services[$0]) }
        guard hasLatencies else { return [row] }
        // Requests have no costs of their own.
        let empty = [Cell](repeating: .text(""), count: costs)
        let requests = (latencies?.requests ?? []).map { request -> [Cell] in
          [.text(request.label)] + empty + percentiles(of: request.latencies)
        }
        return [row + percentiles(of: latencies?.all)] + requests
      })
  }

  private static func throughput(of step: StepRecord, in run: Run) -> Cell {
    if step.items == nil { return .text("") }
    guard let value = run.measurements(of: step)[.throughput] else {
      return .missing("not measured")
    }
    return .number(value)
  }

  private static var latencyColumns: [Column] {
    ["p50", "p90", "p95", "p99", "p99.9"].map { Column.number($0, unit: "ms") }
  }

  private static func percentiles(of latencies: LatencyHistogram?) -> [Cell] {
    let values = latencies?.percentiles
    return Metric.latencies.map { metric -> Cell in
      guard let values else { return .text("") }
      guard let value = values[metric] else { return .missing("too few") }
      return .number(value / 1e6)
    }
  }

  private static func treeNotes(_ trees: [TreeCost]) -> [String] {
    guard let source = trees.first?.source else { return [] }
    let isProportional = trees.contains { $0.endProportionalMemory != nil }
    return [
      "'Tree' is the process and all that it started together, found by \(source.words); empty if it started "
        + "nothing."
    ]
      + (isProportional
        ? [
          "Proportional memory counts shared pages once, and swapped ones, too. It is missing at the end of a "
            + "step that comes too soon after the last reading."
        ] : [])
  }

  /// Columns for what some steps have.
  private static var treeMemory: [(heading: String, bytes: KeyPath<TreeCost, Bytes?>)] {
    [
      ("Tree cgroup memory", \.peakCgroupMemory),
      ("Tree proportional peak", \.peakProportionalMemory),
      ("Tree proportional at end", \.endProportionalMemory),
    ]
  }

  private static func treeColumns(_ memory: [String]) -> [Column] {
    [
      Column("Processes", alignment: .trailing), Column.number("Tree CPU", unit: "ms"),
      Column.number("Tree peak", unit: "MB"),
    ] + memory.map { Column.number($0, unit: "MB") }
  }

  private static func cells(_ tree: TreeCost?, _ memory: [KeyPath<TreeCost, Bytes?>]) -> [Cell] {
    guard let tree else { return Array(repeating: .text(""), count: 3 + memory.count) }
    let cells: [Cell] = [
      .text("\(tree.processes)"), milliseconds(tree.cost.cpu), megabytes(tree.cost.peakMemory),
    ]
    return cells + memory.map { megabytes(tree[keyPath: $0]) }
  }

  private static func columns(ofService name: String) -> [Column] {
    [Column.number("\(name) CPU", unit: "ms"), Column.number("\(name) peak", unit: "MB")]
  }

  private static func cells(_ service: ServiceCost?) -> [Cell] {
    [
      service.map { milliseconds($0.cost.cpu) } ?? .missing("not measured"),
      megabytes(service?.cost.peakMemory),
    ]
  }

  private static func milliseconds(_ time: Duration) -> Cell {
    .number(Double(time.nanoseconds) / 1e6)
  }

  private static func megabytes(_ bytes: Bytes?) -> Cell {
    bytes.map { .number(Double($0.count) / 1e6) } ?? .missing("not measured")
  }
}

extension Run {
  /// A step's label, after the story's name if it is a prerequisite's.
  func title(of step: StepRecord) -> String {
    step.story == story ? step.label : "(\(step.story)) \(step.label)"
  }
}
