import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// The functions that account for the change in a story's allocations, the worst first; for one build the
  /// functions that allocate, most first.
  static func allocating(_ explanation: Explanation, limit: Int) throws(TableError) -> Table {
    let unit = ExplainedUnit(explanation.metric)
    let meant =
      explanation.isOfOne
      ? explanation.functions.filter { $0.own.candidate > 0 }
      // A kit's own allocations are reported, but not those it calls.
      : explanation.functions.filter { $0.isHarness ? $0.own.isShown : $0.isShown }
    let rows = Array(meant.prefix(limit))
    var notes = [
      "\(explanation.metric.id), \(unit.symbol) \(unit.each), by the nearest function of the app's own code; with "
        + "callees: in it and in all that it called."
    ]
    if meant.isEmpty {
      notes.insert(
        explanation.isOfOne
          ? "No function adds to \(explanation.metric.id)."
          : "No function is shown to have changed.", at: 0)
    }
    let left = meant.count - rows.count
    if left > 0 {
      notes.append("\(left.counted("more function", "more functions")); --json has them.")
    }
    if let note = FunctionChange.noteOfInlined(rows) { notes.append(note) }
    let (before, after) = (explanation.baseline, explanation.candidate)
    return try Table(
      title: explanation.story, notes: notes,
      columns: [Column("Function"), Column("Module")]
        + (explanation.isOfOne
          ? [
            Column.number("Itself", unit: unit.symbol),
            Column.number("With callees", unit: unit.symbol),
          ]
          : [
            Column.number(before, unit: unit.symbol), Column.number(after, unit: unit.symbol),
            Column.number("Change", unit: unit.symbol),
            Column.number("With callees", unit: unit.symbol), Column("What changed"),
          ]),
      rows: rows.map { row($0, unit, isOfOne: explanation.isOfOne) })
  }

  private static func row(
    _ change: FunctionChange, _ unit: ExplainedUnit, isOfOne: Bool
  ) -> [Cell] {
    let names: [Cell] = [.text(change.nameInTables), .text(change.function.module)]
    guard !isOfOne else {
      return names + [amount(change.own.candidate, unit), amount(change.inclusive.candidate, unit)]
    }
    return names + cells(change.own, unit) + [
      .number(
        change.inclusive.difference.point,
        as: unit.format(change.inclusive.difference.point).withPlus),
      .text(change.wordsOfCounts),
    ]
  }

  /// The types of Swift objects whose number or bytes changed; for one build all types.
  /// - Returns: nil if there are none.
  public static func types(
    _ explanation: Explanation, limit: Int = 10
  ) throws(TableError) -> Table? {
    let isOfOne = explanation.isOfOne
    let meant = explanation.types.filter { isOfOne || $0.change.isShown }
    if meant.isEmpty { return nil }
    let unit = ExplainedUnit(explanation.metric)
    let left = meant.count - min(limit, meant.count)
    return try Table(
      title: "\(explanation.story): Swift objects",
      notes: [
        "\(explanation.metric.id), \(unit.symbol) \(unit.each), of Swift objects by their type. Objects that "
          + "Swift's own libraries make are not told apart."
      ]
        + (left > 0 ? ["\(left.counted("more type", "more types")); --json has them."] : []),
      columns: [Column("Type")]
        + (isOfOne
          ? [Column.number("Amount", unit: unit.symbol)]
          : [
            Column.number(explanation.baseline, unit: unit.symbol),
            Column.number(explanation.candidate, unit: unit.symbol),
            Column.number("Change", unit: unit.symbol),
          ]),
      rows: meant.prefix(limit).map { type in
        [.text(type.type)]
          + (isOfOne ? [amount(type.change.candidate, unit)] : cells(type.change, unit))
      })
  }

  private static func cells(_ change: CostChange, _ unit: ExplainedUnit) -> [Cell] {
    let difference = change.difference.point
    let tone: Cell.Tone = !change.isShown ? .neutral : difference > 0 ? .bad : .good
    return [
      amount(change.baseline, unit), amount(change.candidate, unit),
      .number(difference, as: unit.format(difference).withPlus, tone: tone),
    ]
  }

  private static func amount(_ value: Double, _ unit: ExplainedUnit) -> Cell {
    .number(value, as: unit.format(value))
  }
}

extension FunctionChange {
  /// The change in allocations, in a word or two.
  fileprivate var wordsOfCounts: String {
    let isMore = (own.isShown ? own : inclusive).difference.point > 0
    return switch kind {
    case .appeared: "new"
    case .vanished: "gone"
    case .callees: isMore ? "what it calls, more" : "what it calls, less"
    default: isMore ? "more" : "less"
    }
  }
}
