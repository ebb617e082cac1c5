import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// Returns the effect of chance on each gated cell, and which change is detectable after how many pairs.
  public static func qualification(_ qualification: Qualification) throws(TableError) -> Table {
    let shown = shownCounts(qualification)
    let rule = qualification.rule
    return try Table(
      title: "'\(qualification.build)' against itself",
      notes: [
        "Noise: how far chance sets the sides of a pair apart, without the few pairs that were "
          + "disturbed (1.4826 median deviations), and with them (SD).",
        "At N: the smallest growth that 'check' shows after N pairs, in "
          + "\(NumberFormat.percent(rule.power)) % of cases. Pairs: after how many "
          + "\(NumberFormat.percent(rule.margin)) % show, or twice what the gate allows.",
      ],
      columns: [
        Column("Story"), Column("Metric"), Column.number("Noise", unit: "%"),
        Column.number("SD", unit: "%"),
      ] + shown.map { Column.number("At \($0)", unit: "%") } + [
        Column.number("Pairs"), Column("Verdict"),
      ], leadingColumns: 2, rows: qualification.cells.map { row($0, shown) })
  }

  /// The first, the middle and the last interim analysis: more would not fit side by side.
  private static func shownCounts(_ qualification: Qualification) -> [Int] {
    let counts = qualification.cells.first { !$0.detectable.isEmpty }?.detectable.map(\.pairs) ?? []
    return counts.count < 4
      ? counts : [counts[0], counts[counts.count / 2], counts[counts.count - 1]]
  }

  private static func row(_ cell: QualifiedCell, _ shown: [Int]) -> [Cell] {
    let name = [cell.name.place, cell.name.metric.title].map { Cell.text($0) }
    let hasNoRatio = cell.outcome.result?.value.isRatio == false
    let reason =
      cell.repeats
      ? "it repeats without address randomisation"
      : cell.outcome.reason ?? (hasNoRatio ? "it has no ratio" : "no pairs")
    guard let noise = cell.noise else {
      return name + Array(repeating: .missing(reason), count: shown.count + 3) + [word(cell)]
    }
    let deviations = [noise.robustDeviation, noise.standardDeviation].map {
      Cell.number($0 * 100, as: .uncertainty($0 * 100))
    }
    let changes = shown.map { count -> Cell in
      guard let change = cell.detectable.first(where: { $0.pairs == count }), change.ratio.isFinite
      else { return .missing(cell.detectable.isEmpty ? notComputed : "not detectable") }
      let percent = (change.ratio - 1) * 100
      return .number(percent, as: .uncertainty(percent).withPlus)
    }
    let needed =
      cell.pairsNeeded.map { Cell.number(Double($0), as: .integer) }
      ?? .missing(cell.detectable.last.map { "more than \($0.pairs)" } ?? notComputed)
    return name + deviations + changes + [needed, word(cell)]
  }

  private static let notComputed = "no pairs are made for it"

  private static func word(_ cell: QualifiedCell) -> Cell {
    if cell.isFalseAlarm { return .text("false alarm", tone: .bad) }
    if cell.repeats { return .text("repeats") }
    guard let result = cell.outcome.result else { return .text("none", tone: .bad) }
    // A build compared with itself is kept from being called unchanged by noise alone, and more pairs help.
    guard result.verdict == .inconclusive else { return .text(result.verdict.rawValue) }
    return .text(cell.pairsNeeded.map { "usable from \($0) pairs" } ?? "too noisy")
  }

  /// Returns whether pairs of a program with itself are independent and lean to neither side: one row per
  /// test, and the rate of false alarms if such pairs change sides together.
  public static func dependence(_ qualification: Qualification) throws(TableError) -> Table {
    var rows: [[Cell]] = []
    if let rate = qualification.falseAlarmRate {
      rows.append([
        .text("Single pairs"), .missing(noValue), .missing(noTest), share(rate),
        rate.word(qualification.rule),
      ])
    }
    for test in qualification.dependence.tests {
      rows.append([
        .text(test.question.title), test.tableValue,
        test.pValue.map { .number($0, as: .coarse) } ?? .missing(untested),
        test.question.rate(in: qualification).map(share) ?? .missing(noSides), test.word,
      ])
    }
    return try Table(
      title: "Are the pairs independent?",
      notes: [
        "Seen: the autocorrelation with its 95 % interval; or how far the means of stretches or runs "
          + "are apart beyond what single pairs explain (SD, root mean square over cells). Up to "
          + "\(NumberFormat.percent(Dependence.harmless)) % does no harm.",
        "p: the chance of as much in independent pairs that lean to neither side. All tests together find "
          + "something that is not there in \(NumberFormat.percent(Dependence.alpha)) % of cases.",
        "False alarms: the share of whole runs that are called worse if such pairs change sides together. "
          + "There are few long stretches, so their share is coarse.",
      ],
      columns: [
        Column("Pairs"), Column("Seen"), .number("p"), .number("False alarms", unit: "%"),
        Column("Result"),
      ], rows: rows)
  }

  private static let noValue =
    "each pair for itself shows how often the rule errs, and no dependence"
  private static let noTest = "the share of false alarms is the test"
  private static let noSides = "pairs change places, not sides"
  fileprivate static let untested = "not tested"

  private static func share(_ rate: FalseAlarmRate) -> Cell {
    .number(rate.share * 100, as: .coarse)
  }
}

extension FalseAlarmRate {
  /// The rate compared with the promised one. The rule's test is not exact, so a little more is tolerated.
  func word(_ rule: DecisionRule) -> Table.Cell {
    if exceeds(rule) { return .text("too many", tone: .bad) }
    return .text(share <= rule.alpha ? "as promised" : "nearly as promised")
  }
}

extension DependenceTest {
  fileprivate var tableValue: Table.Cell {
    switch value {
    case .autocorrelation(let found)?: .text(found.words)
    case .component(let deviation, _)?: .text("\(NumberFormat.twoDigitPercent(deviation)) %")
    case nil: .missing(Table.untested)
    }
  }

  fileprivate var word: Table.Cell {
    switch answer {
    case .notSeen: .text("nothing seen")
    case .notExcluded: .text("too few pairs", tone: .caution)
    case .harmless: .text("harmless")
    case .shown: .text("dependent", tone: .bad)
    case .untested(.qualifications(let found, let needed)):
      .text(needed.map { "not tested: \(found) of \($0)" } ?? "not tested", tone: .caution)
    case .untested: .text("not tested", tone: .caution)
    }
  }
}

extension DependenceTest.Question {
  fileprivate func rate(in qualification: Qualification) -> FalseAlarmRate? {
    let together: Int?
    switch self {
    case .stretches(let size): together = size
    case .wholeRun: together = nil
    case .neighbours, .betweenStretches, .betweenRuns: return nil
    }
    return qualification.falseAlarmRates.first { $0.together == together }
  }
}
