import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import Statistics
import Tables

extension Table {
  /// The findings of several comparisons for a metric: one row per story. They are not compared with each
  /// other: a ratio is about one change, and holds for its two sides alone.
  public static func comparisons(
    _ judged: [(experiment: Experiment, judgement: Judgement)], of metric: Metric
  ) throws(TableError) -> Table {
    try Table(
      title: "\(metric.title) in \(judged.count.counted("comparison", "comparisons"))",
      notes: ["Candidate over baseline, as each comparison judged it when it was made."],
      columns: [
        Column("No", alignment: .trailing), Column("Started"), Column("Commit"), Column("Against"),
        Column("Story"), .number("Change", unit: "%"), .number("from"), .number("to"),
        Column("Verdict"),
      ],
      rows: judged.flatMap { experiment, judgement in
        judgement.cells(of: metric).map {
          row(experiment, $0, isDecided: judgement.missing == nil)
        }
      })
  }

  private static func row(
    _ experiment: Experiment, _ cell: JudgedCell, isDecided: Bool
  ) -> [Cell] {
    let baseline = experiment.decision?.baseline ?? ""
    let against = experiment.baselineRevision.map { "\(baseline) (\($0.short))" } ?? baseline
    var ratio = Array(repeating: cell.reason.map { Cell.missing($0) } ?? .text(""), count: 3)
    if case .counts? = cell.outcome.result?.value {
      ratio = Array(repeating: .missing(cell.change), count: 3)
    } else if case .mean? = cell.outcome.result?.value {
      ratio = Array(repeating: .missing("a mean, without a ratio to a baseline"), count: 3)
    } else if let result = cell.outcome.result {
      ratio = [result.value.point, result.value.lower, result.value.upper].map {
        .number(($0 - 1) * 100, as: result.value.changeFormat)
      }
    }
    let verdict: Cell =
      isDecided
      ? .text(cell.verdictText, tone: cell.tone) : .text("not decided", tone: .caution)
    return [
      .text("\(experiment.number ?? 0)"),
      .text(experiment.startedMinute),
      .text(experiment.measuredRevision?.short ?? ""), .text(against), .text(cell.name.story),
    ] + ratio + [verdict]
  }
}

extension Experiment {
  /// Its start to the minute, in UTC: `2026-11-23 18:40`.
  var startedMinute: String {
    String(startedAt.formatted(.iso8601).prefix(16)).replacing("T", with: " ")
  }
}
