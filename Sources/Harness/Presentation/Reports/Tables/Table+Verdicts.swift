import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import Tables

extension Table {
  /// The verdicts on a candidate: one row per cell, with its change, the interval, the detectable change, and
  /// the verdict. The gated cells decide; with `definesTerms`, their notes include the ``terms(_:)``.
  public static func verdicts(
    _ judgement: Judgement, cells: KeyPath<Judgement, [JudgedCell]> = \.gated,
    definesTerms: Bool = true
  ) throws(TableError) -> Table {
    try verdicts(
      judgement[keyPath: cells].filter { !$0.isAgainstBudget },
      title: versus(judgement.candidate, judgement.baseline, judgement.compilers),
      notes: cells == \.gated
        ? (definesTerms ? terms(judgement) : []) + controlNotes(judgement)
        : informedNotes(judgement.rule))
  }

  /// Returns the changes of ungated cells; nil if none is shown.
  public static func changes(_ judgement: Judgement) throws(TableError) -> Table? {
    let changed = judgement.others.filter {
      [.improved, .regressed].contains($0.outcome.verdict)
        && $0.outcome.result?.isRangeOfVaryingRuns != true
    }
    if changed.isEmpty { return nil }
    return try verdicts(
      changed, title: "What else changed (not gated)", notes: informedNotes(judgement.rule))
  }

  private static func verdicts(
    _ cells: [JudgedCell], title: String, notes: [String]
  ) throws(TableError) -> Table {
    try Table(
      title: title, notes: notes + rangeNotes(cells),
      columns: [
        Column("Story"), Column("Metric"), .number("Change", unit: "%"),
        .number("from", isSpare: true), .number("to", isSpare: true),
        .number("Detectable", unit: "%", isSpare: true), .number("p", isSpare: true),
        .number("n", isSpare: true), Column("Verdict"),
      ], leadingColumns: 2,
      rows: cells.map { cell in
        [.text(cell.name.place), .text(cell.name.metric.title)] + measurements(cell)
          + [.text(cell.wordWithRange, tone: cell.tone)]
      })
  }

  /// The gated cells with a budget; nil if there are none.
  public static func budgets(_ judgement: Judgement) throws(TableError) -> Table? {
    let judged = judgement.gated.filter(\.isAgainstBudget)
    if judged.isEmpty { return nil }
    return try Table(
      title: "\(judgement.candidate) against its budgets",
      notes: [
        "Means with their \(interval(judgement.rule)), each in the budget's unit. If the baseline has 0, "
          + "there is no ratio: the budget is what the gate allows, which is 0 unless it says more."
      ],
      columns: [
        Column("Story"), Column("Metric"), .number("Mean"), .number("from", isSpare: true),
        .number("to", isSpare: true), .number("Budget"), .number("p", isSpare: true),
        .number("n", isSpare: true), Column("Verdict"),
      ], leadingColumns: 2,
      rows: judged.map { cell in
        let unit = cell.name.metric.unit
        return [.text(cell.name.place), .text(cell.name.metric.titleWithUnit)]
          + means(cell, displayScale: unit.displayScale) + [.text(cell.word, tone: cell.tone)]
      })
  }

  private static func measurements(_ cell: JudgedCell) -> [Cell] {
    guard let result = cell.outcome.result else { return missing(cell, count: 6) }
    let measurement = result.value
    if case .counts(let counts) = measurement {
      return Array(repeating: Cell.missing(cell.change + counts.pairWords), count: 4)
        + evidence(result)
    }
    if case .mean = measurement {
      return Array(repeating: .missing("there is no ratio to a baseline of 0"), count: 6)
    }
    func change(_ ratio: Double) -> Cell {
      .number((ratio - 1) * 100, as: measurement.changeFormat)
    }
    return [measurement.point, measurement.lower, measurement.upper].map(change)
      + [result.detectable.isFinite ? change(result.detectable) : .missing("not detectable")]
      + evidence(result)
  }

  /// The adjusted p value, and the number of pairs or runs.
  private static func evidence(_ result: CellResult) -> [Cell] {
    let untested = result.isRangeOfVaryingRuns ? "too few runs, and they vary" : "not tested"
    return [
      result.pValue.map { .number($0, as: .coarse) } ?? .missing(untested),
      .number(Double(result.evidence.count), as: .integer),
    ]
  }

  private static func means(_ cell: JudgedCell, displayScale scale: Double) -> [Cell] {
    guard let result = cell.outcome.result, case .mean(let estimate) = result.value else {
      return missing(cell, count: 6)
    }
    let format = estimate.format(scale: scale)
    return [estimate.point, estimate.lower, estimate.upper].map { .number($0 / scale, as: format) }
      + [.number(result.bound / scale)] + evidence(result)
  }

  private static func missing(_ cell: JudgedCell, count: Int) -> [Cell] {
    Array(repeating: .missing(cell.reason ?? cell.word), count: count)
  }

  /// The meaning of the columns and of the word "regressed", a sentence or two each.
  public static func terms(_ judgement: Judgement) -> [String] {
    let rule = judgement.rule
    return [
      "Candidate over baseline with its \(interval(rule)). Detectable: the smallest true change that "
        + "this measurement would find in \(NumberFormat.percent(rule.power)) % of cases. p: of growth, "
        + "or of a decrease that is shown, adjusted for all gated cells and interim analyses.",
      "Regressed: growth beyond what the gate allows (\(allowances(judgement))) is shown. The chance of any "
        + "false alarm over all cells is \(NumberFormat.percent(rule.alpha)) %, if \(conditions(judgement)), "
        + "and the code did not merely move; measurements that repeat are not part of it.",
    ]
  }

  /// The conditions of the promised rate of false alarms. Runs of different times are no pairs.
  private static func conditions(_ judgement: Judgement) -> String {
    judgement.gated.contains { $0.outcome.result?.evidence.isAcrossTimes == true }
      ? "the machine was the same at both times" : "pairs are independent, differ symmetrically"
  }

  /// The result of the control and its consequence; empty if there is no control.
  private static func controlNotes(_ judgement: Judgement) -> [String] {
    guard let control = judgement.control else { return [] }
    let line = ControlText.line(control, floor: judgement.rule.floor)
    guard control.hasMoved else { return [line] }
    return [
      line
        + " Something other than the change sets both sides apart here, so verdicts on times are "
        + "unproven. Let nothing else run, and check again; 'rehearse qualify' tells whether it stays."
    ]
  }

  /// The growth that gates allow: `default: 0.5 %`, `3 %`, or `1 %, 3 %; default: 0.5 %`.
  private static func allowances(_ judgement: Judgement) -> String {
    let gates = judgement.gated.compactMap(\.gate).filter { !$0.isBudget }
    let own = Set(gates.compactMap(\.allowed))
    let words = own.sorted().map { "\(NumberFormat.percent($0)) %" }.joined(separator: ", ")
    let standard = "default: \(NumberFormat.percent(judgement.rule.floor)) %"
    if words.isEmpty { return standard }
    return gates.contains { $0.limit == nil } ? "\(words); \(standard)" : words
  }

  /// Returns what replaces an interval if runs repeat each other.
  private static func rangeNotes(_ cells: [JudgedCell]) -> [String] {
    func names(varying: Bool) -> String? {
      let metrics = cells.filter { cell in
        guard let result = cell.outcome.result, case .range = result.value else { return false }
        return result.isRangeOfVaryingRuns == varying
      }.map(\.name.metric)
      return metrics.isEmpty ? nil : Set(metrics).sorted().map(\.title).joined(separator: ", ")
    }
    return [
      names(varying: false).map {
        "\($0): if runs repeat each other (verdict with \u{2018}range\u{2019}), from and to are the range of "
          + "the runs, not an interval. They are not tested, so they add nothing to the chance of "
          + "false alarms, and 'Detectable' is the growth that counts."
      },
      names(varying: true).map {
        "\($0): from and to are the range of runs that are known to vary, not an interval. The sides may "
          + "differ by chance, so only more than 'Detectable' counts as a change."
      },
    ].compactMap(\.self)
  }

  private static func informedNotes(_ rule: DecisionRule) -> [String] {
    [
      "For information: of the cells called different \(NumberFormat.percent(rule.discoveryRate)) % may be so "
        + "by chance (Benjamini-Hochberg, by which p is adjusted)."
    ]
  }

  private static func interval(_ rule: DecisionRule) -> String {
    "\(NumberFormat.percent(rule.confidenceLevel)) % interval"
  }
}

extension Judgement {
  /// A Boolean value indicating whether no gated cell has a ratio, so that a table of ratios would be empty.
  public var isOfBudgetsAlone: Bool { !gated.isEmpty && gated.allSatisfy(\.isAgainstBudget) }
}

extension JudgedCell {
  /// The verdict, and whether a range replaces its interval.
  fileprivate var wordWithRange: String {
    if case .range = outcome.result?.value { "\(verdictText), range" } else { verdictText }
  }

  /// A Boolean value indicating whether an amount is gated rather than a ratio: the cell has a budget, its
  /// baseline is 0, or it is what a cycle retains, which must be nothing unless the gate allows more.
  fileprivate var isAgainstBudget: Bool {
    guard let gate else { return false }
    if case .mean = outcome.result?.value { return true }
    return gate.isBudget || gate.metric.isRetention
  }
}
