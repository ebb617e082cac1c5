import Analysis
import Recording
import Statistics
import Tables

extension Table {
  /// The functions that a story's change comes from, worst first, module by module.
  /// - Parameter most: how many functions are shown at most; nil for all that are shown to have changed.
  public static func explanation(_ explanation: Explanation, most: Int? = nil) throws(TableError)
    -> Table
  {
    let text = TimeText(for: explanation.total.candidate)
    let shown = explanation.functions.filter(\.isShown)
    let told = shown.prefix(most ?? shown.count)
    var order: [Module] = []
    for function in told where !order.contains(Module(function.function)) {
      order.append(Module(function.function))
    }
    let more = shown.count - told.count
    return try Table(
      title: "\(explanation.story): CPU time by function, "
        + "\(explanation.candidate) against \(explanation.baseline)",
      notes: [
        "Own: in the function itself; With callees: in what it called, too. Differences a run with their "
          + "95 % intervals, over \(explanation.pairs.counted("pair", "pairs")). p is adjusted for all functions: "
          + "where nothing changed, at most one explanation in a hundred names any."
      ] + (more > 0 ? ["\(more.counted("function more has", "functions more have")) changed."] : []),
      columns: [
        Column("Function"), Column("Own", unit: text.unit, alignment: .decimal),
        Column("95 % interval", alignment: .trailing),
        Column("With callees", unit: text.unit, alignment: .decimal),
        Column("95 % interval", alignment: .trailing, isSpare: true),
        Column("p", alignment: .decimal, isSpare: true), Column("What"),
      ],
      sections: order.map { module in
        Section(
          module.title,
          rows: told.filter { Module($0.function) == module }.map { row(of: $0, text) })
      })
  }

  private static func row(of change: FunctionChange, _ text: TimeText) -> [Cell] {
    let own = change.own.isShown
    let p = [change.own.pValue, change.inclusive.pValue].compactMap(\.self).min()
    return [
      .text(change.function.name),
      text.cell(change.own.difference, tone: change.own.tone),
      .text(text.interval(change.own.difference)),
      text.cell(
        change.inclusive.difference, tone: own ? .neutral : change.inclusive.tone),
      .text(text.interval(change.inclusive.difference)), .p(p),
      .text(change.words, tone: change.kind == .moved ? .neutral : change.tone),
    ]
  }

  /// Whose code functions are.
  private struct Module: Equatable {
    let name: String
    let kind: ModuleKind

    init(_ function: ProfiledFunction) { (name, kind) = (function.module, function.kind) }

    var title: String {
      switch kind {
      case .app: name
      case .runtime: "\(name), runtime"
      case .library: "\(name), library"
      case .kernel: "kernel"
      case .unknown: "\(name), without symbols"
      }
    }
  }
}

extension FunctionChange {
  /// The tone of what is shown of it.
  fileprivate var tone: Table.Cell.Tone { own.isShown ? own.tone : inclusive.tone }

  /// The kind of the change, in some words.
  public var words: String {
    let change = own.isShown ? own : inclusive
    let isMore = change.difference.point > 0
    return switch kind {
    case .calls: isMore ? "called more often" : "called less often"
    case .work: isMore ? "dearer a call" : "cheaper a call"
    case .speed: isMore ? "same work, slower" : "same work, faster"
    case .moved: isMore ? "moved here" : "moved away"
    case .callees: isMore ? "what it calls" : "what it calls, less"
    case .appeared: "new"
    case .vanished: "gone"
    case nil: isMore ? "more" : "less"
    }
  }
}
