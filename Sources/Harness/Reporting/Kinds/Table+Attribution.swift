import Comparing
import Rounding

extension Table {
  /// What the optimiser saves and each kind of check costs, story by story and over all stories.
  public static func attribution(_ attribution: Attribution) throws(TableError) -> Table {
    try Table(
      title: "What the checks cost",
      notes: [
        "Shares of the CPU time of '\(attribution.reference)' with their 95 % intervals, over n rounds "
          + "that all of these builds have. Below 0 the build that leaves something out is the slower "
          + "one.",
        TestedTogether.note(
          count: attribution.shareCount, "shares", fewest: attribution.fewestRounds),
      ],
      columns: [
        Column("Story"), Column("Share", unit: "%", alignment: .decimal),
        Column("from", unit: "%", alignment: .decimal),
        Column("to", unit: "%", alignment: .decimal), Column("p", alignment: .decimal),
        Column("n", alignment: .decimal), Column("Says"),
      ],
      sections: attribution.parts.map { part in
        let overall = part.stories.count > 1 ? [("all stories", part.overall)] : []
        return Section(
          heading(part),
          rows: (part.stories.map { ($0.name, $0.share) } + overall).map { name, share in
            [.text(name)] + cells(share)
          })
      })
  }

  private static func heading(_ part: Attribution.Part) -> String {
    let subject =
      switch part.subject {
      case .optimiser: "Doing without the optimiser"
      case .exclusivity: "Checks of exclusive access"
      case .traps: "Checks of bounds, overflow and preconditions"
      case .allChecks: "All checks"
      }
    return "\(subject): '\(part.with)' less '\(part.without)'"
  }

  private static func cells(_ share: Result<Share, NoRatio>) -> [Cell] {
    switch share {
    case .success(let share):
      let figures = [share.point, share.lower, share.upper]
      return figures.map { .number($0 * 100, as: share.format) }
        + [.p(share.pValue), .number(Double(share.rounds), as: .integer), words(share)]
    case .failure(let reason):
      return Array(repeating: .missing(reason.description), count: 6)
    }
  }

  private static func words(_ share: Share) -> Cell {
    if share.cause == .layout { return .text("layout", tone: .caution) }
    guard share.isShown else { return .text("none shown") }
    return share.point > 0 ? .text("costs") : .text("slower without", tone: .caution)
  }
}
