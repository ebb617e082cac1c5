import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// The functions that account for a story's change, the worst first, at most `limit`, grouped by whose code
  /// they are, the app's first; if none is shown, those that differ most.
  public static func explanation(
    _ explanation: Explanation, limit: Int = 10
  ) throws(TableError) -> Table {
    if !explanation.isOfTime { return try .allocating(explanation, limit: limit) }
    let meant = explanation.functions.filter { !$0.isHarness }
    let shown = explanation.findings
    let rows = shown.isEmpty ? Array(meant.prefix(3)) : Array(shown.prefix(limit))
    let kinds = rows.map(\.function.kind).uniqued.sorted { $0 == .app && $1 != .app }
    let left = meant.count - rows.count
    var notes = [
      "Change: \(explanation.metric == .cpuTime ? "CPU time" : "time that threads waited") in the function itself, "
        + "ms a run, with its 95 % interval; with callees: in it and in all that it called.",
      "p is adjusted for all functions of all stories: if nothing changed, one explanation in a hundred "
        + "shows any function.",
    ]
    if rows.contains(where: { !$0.timesOfWaits.isEmpty }) {
      notes.append(
        "Waits: how much more or less often threads waited, from the mean of the baseline's runs; tested "
          + "together with the times.")
    }
    if let note = ExplanationText.runQueue(explanation) { notes.append(note) }
    if shown.isEmpty { notes.insert(ExplanationText.nothingShown(explanation), at: 0) }
    if left > 0 {
      let more = shown.count - rows.count
      notes.append(
        more > 0
          ? "\(more.counted("more function is", "more functions are")) shown to have changed; --json has them."
          : "\(left.counted("other function is", "other functions are")) not shown to have changed."
      )
    }
    let harness = explanation.functions.count { $0.isHarness && $0.isShown }
    if harness > 0 {
      notes.append(
        "\(harness.counted("function", "functions")) of the driver's kit, or above it, \(harness == 1 ? "is" : "are") left "
          + "out: what the app does is below them.")
    }
    if let note = FunctionChange.noteOfInlined(rows) {
      notes.append("\(note) Calls and instructions are not counted of these.")
    }
    return try Table(
      title: explanation.story, notes: notes,
      columns: [
        Column("Function"), Column("Module"), .number("Change", unit: "ms"),
        Column("Interval", unit: "ms", alignment: .trailing), .number("With callees", unit: "ms"),
        .number("p"), Column("What changed"),
      ],
      sections: kinds.map { kind in
        Section(kind.title, rows: rows.filter { $0.function.kind == kind }.map(row))
      })
  }

  private static func row(_ change: FunctionChange) -> [Cell] {
    let own = change.own.difference
    let format = own.format(scale: 1e6).withPlus
    let tone: Cell.Tone =
      !change.own.isShown || change.kind == .moved ? .neutral : own.point > 0 ? .bad : .good
    let callees = change.inclusive.difference
    let p = [change.own, change.inclusive, change.waits].compactMap { $0?.pValue }.min() ?? 1
    return [
      .text(change.nameInTables), .text(change.function.module),
      .number(own.point / 1e6, as: format, tone: tone),
      .text("\(format.string(for: own.lower / 1e6)) to \(format.string(for: own.upper / 1e6))"),
      .number(callees.point / 1e6, as: callees.format(scale: 1e6).withPlus),
      .number(p, as: .coarse), .text(change.wordsOfReport),
    ]
  }
}

extension FunctionChange {
  /// The meaning of the marks of inlined functions; nil if a table has none.
  static func noteOfInlined(_ rows: [FunctionChange]) -> String? {
    guard rows.contains(where: { $0.isInlined.baseline || $0.isInlined.candidate }) else {
      return nil
    }
    return "(inlined): the compiler put the function into its callers, (inlined now) on the "
      + "candidate's side alone, (inlined before) on the baseline's."
  }

  /// The name, and where the function was inlined.
  var nameInTables: String {
    switch (isInlined.baseline, isInlined.candidate) {
    case (true, true): "\(function.shortName) (inlined)"
    case (false, true): "\(function.shortName) (inlined now)"
    case (true, false): "\(function.shortName) (inlined before)"
    case (false, false): function.shortName
    }
  }
}

extension ModuleKind {
  var title: String {
    switch self {
    case .app: "App"
    case .runtime: "Runtime and standard library"
    case .library: "Libraries"
    case .kernel: "Kernel"
    case .unknown: "Without symbols"
    }
  }
}
