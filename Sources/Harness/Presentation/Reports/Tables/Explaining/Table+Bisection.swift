import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// The commits that a search measured or skipped, one row each, in the order of the history.
  public static func bisection(_ result: BisectionResult) throws(TableError) -> Table {
    let rows = result.visited.map { visit in
      let commit = result.commits[visit.place]
      let probability = result.finding?.culprits[visit.place]
      let start: [Cell] = [.text("\(visit.place + 1)"), .text(commit.short)]
      let end: [Cell] = [
        .number(Double(visit.pairs), as: .integer),
        probability.map { .text(Headline.percent($0)) } ?? .missing("interrupted"),
        .text(commit.subject),
      ]
      return start + change(visit.ratio, visit.failure == nil ? "too few pairs" : "skipped") + end
    }
    return try Table(
      title: "\(result.metric.title) of '\(result.story ?? "")' compared with \(result.good.short)",
      notes: [
        "Culprit: the probability that the commit changed it, alone or as one of two, so the sum may be above 100 %."
      ]
        + result.visited.compactMap { visit in
          visit.failure.map { "\(result.commits[visit.place].short) was skipped: \($0.message)" }
        },
      columns: [
        Column("No.", alignment: .trailing), Column("Commit"), .number("Change", unit: "%"),
        Column("95 % interval", alignment: .trailing), .number("Pairs"),
        Column("Culprit", alignment: .trailing), Column("Subject", isSpare: true),
      ], leadingColumns: 2, rows: rows)
  }

  /// How both ends of a history differ, one row per story.
  public static func ends(_ result: BisectionResult) throws(TableError) -> Table {
    try Table(
      title:
        "\(result.metric.title) of \(result.commits[result.commits.count - 1].short) compared with "
        + result.good.short,
      columns: [
        Column("Story"), .number("Change", unit: "%"),
        Column("95 % interval", alignment: .trailing), .number("Pairs"), Column("Shown"),
      ],
      rows: result.ends.map { end in
        [.text(end.story)] + change(end.ratio, "too few pairs")
          + [.number(Double(end.pairs), as: .integer), .text(end.isShown ? "yes" : "no")]
      })
  }

  /// A change and its interval, or the reason why there is none.
  private static func change(_ ratio: Estimate?, _ reason: String) -> [Cell] {
    guard let ratio else { return [.missing(reason), .missing(reason)] }
    return [
      .number((ratio.point - 1) * 100, as: ratio.changeFormat),
      .text("\(ratio.change(ratio.lower)) to \(ratio.change(ratio.upper))"),
    ]
  }
}
