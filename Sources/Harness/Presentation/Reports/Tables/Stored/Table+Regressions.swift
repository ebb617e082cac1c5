import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// Regressions that checks found, with their states.
  public static func regressions(
    _ regressions: [(regression: TrackedRegression, state: TrackedRegression.Status)]
  ) throws(TableError) -> Table {
    try Table(
      title: "Regressions",
      notes: [
        "Each as judged by the latest check that shows it. Fixed: a later check against the same baseline "
          + "showed it gone."
      ],
      columns: [
        Column("Name"), Column("State"), Column("Scenario"), Column("What"),
        .number("Change", unit: "%"), Column("Found"), Column("Commit"), Column("Against"),
        Column("Latest", alignment: .trailing),
      ],
      rows: regressions.map { row($0.regression, $0.state) })
  }

  private static func row(
    _ regression: TrackedRegression, _ state: TrackedRegression.Status
  ) -> [Cell] {
    let found = regression.found
    let change: Cell =
      switch regression.result.value {
      case .mean: .missing(noRatio(regression))
      case .ratio(let estimate):
        .number((estimate.point - 1) * 100, as: regression.result.value.changeFormat)
      case .range(let range):
        .number((range.point - 1) * 100, as: regression.result.value.changeFormat)
      case .counts(let counts): .missing(counts.words())
      }
    return [
      .text(regression.name), .text(state.text, tone: state.isOpen ? .bad : .good),
      .text(regression.scenario), .text("\(regression.cell)"), change,
      .text(found.startedMinute), .text(found.measuredRevision?.short ?? ""),
      .text(regression.isOfBudget ? "its budget" : found.decision?.baseline ?? ""),
      .text("\(regression.latest.number ?? 0)"),
    ]
  }

  /// The reason why an amount is shown to be too much, but no ratio.
  private static func noRatio(_ regression: TrackedRegression) -> String {
    if regression.cell.metric.isRetention { return "each cycle keeps more than its gate allows" }
    return regression.isOfBudget ? "it is above its budget" : "a run of the baseline has none of it"
  }
}

extension TrackedRegression.Status {
  /// The state in words, for example `accepted until 2027-01-31`.
  public var text: String {
    switch self {
    case .accepted(let day): "\(word) until \(day)"
    case .fixed(let number): "\(word) in \(number)"
    default: word
    }
  }
}
