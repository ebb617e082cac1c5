import Comparing
import MetricCatalog
import Recording
import Rounding

extension Table {
  /// What chance does to each gated cell, and which change shows in spite of it after how many pairs.
  public static func qualification(_ qualification: Qualification) throws(TableError) -> Table {
    let shown = shownCounts(qualification)
    let rule = qualification.rule
    return try Table(
      title: "'\(qualification.build)' against itself",
      notes: [
        "Noise: how far chance sets the sides of a pair apart, without the few pairs that were "
          + "disturbed (1.4826 median deviations), and with them (SD).",
        "At: the smallest growth that 'check' shows after so many pairs, in "
          + "\(percent(rule.power)) % of cases. Pairs: after how many "
          + "\(percent(rule.margin)) % show, or twice what the gate allows.",
      ],
      columns: [
        Column("Story"), Column("Metric"), Column("Noise", unit: "%", alignment: .decimal),
        Column("SD", unit: "%", alignment: .decimal),
      ] + shown.map { Column("At \($0)", unit: "%", alignment: .decimal) } + [
        Column("Pairs", alignment: .decimal), Column("Verdict"),
      ], leadingColumns: 2, rows: qualification.cells.map { row($0, shown) })
  }

  /// The first, the middle and the last look: more would not fit beside each other.
  private static func shownCounts(_ qualification: Qualification) -> [Int] {
    let counts = qualification.cells.first { !$0.detectable.isEmpty }?.detectable.map(\.pairs) ?? []
    return counts.count < 4
      ? counts : [counts[0], counts[counts.count / 2], counts[counts.count - 1]]
  }

  private static func row(_ cell: QualifiedCell, _ shown: [Int]) -> [Cell] {
    let name = [place(cell.name), cell.name.metric.title].map { Cell.text($0) }
    let reason =
      cell.repeats ? "it repeats without address randomisation" : cell.outcome.reason ?? "no pairs"
    guard let noise = cell.noise else {
      return name + Array(repeating: .missing(reason), count: shown.count + 3) + [word(cell)]
    }
    let deviations = [noise.robustDeviation, noise.standardDeviation].map {
      Cell.number($0 * 100, as: .uncertainty($0 * 100))
    }
    let changes = shown.map { count -> Cell in
      guard let change = cell.detectable.first(where: { $0.pairs == count }), change.ratio.isFinite
      else { return .missing("beyond all bounds") }
      let percent = (change.ratio - 1) * 100
      return .number(percent, as: .uncertainty(percent).withPlus)
    }
    let needed =
      cell.pairsNeeded.map { Cell.number(Double($0), as: .integer) }
      ?? .missing("more than \(cell.detectable.last?.pairs ?? 0)")
    return name + deviations + changes + [needed, word(cell)]
  }

  private static func word(_ cell: QualifiedCell) -> Cell {
    if cell.isFalseAlarm { return .text("false alarm", tone: .bad) }
    if cell.repeats { return .text("repeats") }
    guard let verdict = cell.outcome.verdict else { return .text("none", tone: .bad) }
    // Of a build beside itself nothing else keeps it from being called unchanged.
    return .text(verdict.verdict == .inconclusive ? "too noisy" : verdict.verdict.rawValue)
  }

  private static func place(_ name: CellName) -> String {
    name.step.map { "\(name.story) \($0.position): \($0.label)" } ?? name.story
  }

  private static func percent(_ share: Double) -> String {
    NumberFormat.plain.string(for: share * 100)
  }
}
