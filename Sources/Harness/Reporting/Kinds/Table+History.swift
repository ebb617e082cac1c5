import Analysis
import Foundation
import MetricCatalog
import Recording
import Statistics

extension Table {
  /// A metric over experiments: a story and build a section, an experiment a row, changes marked
  /// where they begin.
  public static func history(_ history: History) throws(TableError) -> Table {
    let unit = history.metric.unit.displaySymbol
    return try Table(
      title: title(history),
      notes: notes(history),
      columns: [
        Column("No", alignment: .trailing), Column("Started"), Column("Commit"),
        Column("Runs", alignment: .trailing), Column("Mean", unit: unit, alignment: .decimal),
        Column("±", unit: unit, alignment: .decimal),
        Column("Change", unit: "%", alignment: .decimal), Column("p", alignment: .trailing),
        Column("Note"),
      ],
      sections: history.series.map { series in
        Section(
          "\(series.story) on \(series.build)",
          rows: series.points.map { row($0, of: history.metric) })
      })
  }

  private static func title(_ history: History) -> String {
    let count = history.entries.count
    return "\(history.metric.title) over \(count == 1 ? "1 experiment" : "\(count) experiments")"
  }

  private static func row(
    _ point: HistoryPoint, of metric: Metric
  ) -> [Cell] {
    let (experiment, summary) = (point.experiment, point.summary)
    let started = experiment.startedAt.formatted(.iso8601)
    let marks = HistoryMark.all(of: point).map { String($0.letter) }
    return [
      .text("\(experiment.number ?? 0)"),
      .text(String(started.prefix(16)).replacing("T", with: " ")),
      experiment.revision.map { .text($0.short) } ?? .text(""),
      .text("\(summary.count)"), .mean(summary, of: metric),
      .halfWidth(summary, of: metric),
      point.change.map { change(of: metric, $0.shift) } ?? .text(""),
      .text(point.change.map { HistoryText.p($0.shift.p) } ?? ""),
      .text(marks.joined(separator: " "), tone: .caution),
    ]
  }

  private static func change(of metric: Metric, _ shift: MeanShift) -> Cell {
    let isWorse = shift.after > shift.before
    let tone: Cell.Tone =
      metric.polarity == .context ? .caution : isWorse ? .bad : .good
    return .number(shift.relativeChange * 100, as: shift.changeFormat, tone: tone)
  }

  private static func notes(_ history: History) -> [String] {
    let marks = Set(history.series.flatMap(\.points).flatMap(HistoryMark.all))
    let isDirty = history.entries.contains { $0.experiment.revision?.isDirty == true }
    return [
      "Mean of the runs with the half width of its 95 % interval; a change stands where it begins, "
        + "from the mean before to the mean from then on.",
      HistoryText.method(history.rule),
    ] + (isDirty ? ["*: files differed from the commit."] : [])
      + HistoryMark.allCases.filter(marks.contains).map { "\($0.letter): \($0.meaning)." }
  }
}
