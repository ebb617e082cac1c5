import DriverProtocol
import Recording

extension Table {
  /// The steps of one run: when, how long, and what they cost; where processes were started, what
  /// all of them cost together.
  /// - Parameter layouts: how many layouts its build has; of several, the run's is named.
  public static func steps(_ run: Run, layouts: Int) throws(TableError) -> Table {
    let layout = layouts > 1 ? ", layout \(run.layout) of \(layouts)" : ""
    let trees = run.steps.compactMap(\.outside.tree)
    let isCharged = trees.contains { $0.peakCharged != nil }
    return try Table(
      title: "Steps of \(run.story) on \(run.build), run \(run.round)\(layout)",
      notes: [
        "Wall and CPU are the core calls alone; 'driver' is the CPU time the driver itself took."
      ] + treeNotes(trees)
        + (run.arrangement.map { ["The two runs of the pair ran \($0.description)."] } ?? []),
      columns: [
        Column("Step"), Column("Start", unit: "ms", alignment: .decimal),
        Column("Wall", unit: "ms", alignment: .decimal),
        Column("CPU", unit: "ms", alignment: .decimal),
        Column("Driver", unit: "ms", alignment: .decimal),
        Column("Peak", unit: "MB", alignment: .decimal),
      ] + (trees.isEmpty ? [] : treeColumns(isCharged: isCharged)),
      rows: run.steps.map { step in
        let times = [
          step.start, step.inside.wallNanoseconds, step.inside.cpuNanoseconds, step.driverShare,
        ]
        return [.text(step.story == run.story ? step.label : "(\(step.story)) \(step.label)")]
          + times.map { .number(Double($0) / 1e6) } + [
            megabytes(step.outside.peakMemory)
          ] + (trees.isEmpty ? [] : cells(step.outside.tree, isCharged: isCharged))
      })
  }

  private static func treeNotes(_ trees: [TreeCost]) -> [String] {
    guard let source = trees.first?.source else { return [] }
    return [
      "'Tree' is the process and all that it started together, found by \(source.words); empty "
        + "where it started nothing."
    ]
  }

  private static func treeColumns(isCharged: Bool) -> [Column] {
    [
      Column("Processes", alignment: .trailing),
      Column("Tree CPU", unit: "ms", alignment: .decimal),
      Column("Tree peak", unit: "MB", alignment: .decimal),
    ] + (isCharged ? [Column("Tree charged", unit: "MB", alignment: .decimal)] : [])
  }

  private static func cells(_ tree: TreeCost?, isCharged: Bool) -> [Cell] {
    guard let tree else { return Array(repeating: .text(""), count: isCharged ? 4 : 3) }
    let cells: [Cell] = [
      .text("\(tree.processes)"), .number(Double(tree.cpu) / 1e6), megabytes(tree.peakMemory),
    ]
    guard isCharged else { return cells }
    return cells + [tree.peakCharged.map(megabytes) ?? .missing("not measured")]
  }

  private static func megabytes(_ bytes: Int64) -> Cell { .number(Double(bytes) / 1e6) }
}
