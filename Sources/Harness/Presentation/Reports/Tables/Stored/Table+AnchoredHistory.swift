import Analysis
import Foundation
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// A metric relative to an anchor, over comparisons: one section per story, one row per comparison, with
  /// steps marked where they begin.
  public static func anchored(_ history: AnchoredHistory) throws(TableError) -> Table {
    let count = history.experiments.count
    return try Table(
      title: "\(history.metric.title) against \(history.anchor.name), "
        + count.counted("comparison", "comparisons"),
      notes: notes(history),
      columns: [
        Column("No", alignment: .trailing), Column("Started"), Column("Commit"),
        .number("Change", unit: "%"), .number("from"), .number("to"), .number("Step", unit: "%"),
        Column("p", alignment: .trailing), Column("Note"),
      ],
      sections: history.series.map { series in
        Section(series.story, rows: series.points.map { row($0, of: history) })
      })
  }

  private static func row(_ point: AnchoredPoint, of history: AnchoredHistory) -> [Cell] {
    let experiment = point.experiment
    let marks = HistoryMark.all(of: point, anchor: history.anchor).map { String($0.rawValue) }
    let ratio = [point.ratio.point, point.ratio.lower, point.ratio.upper].map { (value) -> Cell in
      .number((value - 1) * 100, as: point.ratio.format)
    }
    let start: [Cell] = [
      .text("\(experiment.number ?? 0)"), .text(experiment.startedMinute),
      .text(experiment.measuredRevision?.short ?? ""),
    ]
    let end: [Cell] = [
      point.step.map { size(of: $0, history.metric) } ?? .text(""),
      .text(point.step.map { HistoryText.p($0.p) } ?? ""),
      .text(marks.joined(separator: " "), tone: .caution),
    ]
    return start + ratio + end
  }

  private static func size(of step: AnchoredStep, _ metric: Metric) -> Cell {
    .number(
      (step.ratio.point - 1) * 100, as: step.ratio.format,
      tone: metric.polarity == .context ? .caution : metric.tone(of: step.ratio.point))
  }

  private static func notes(_ history: AnchoredHistory) -> [String] {
    let marks = Set(
      history.series.flatMap(\.points).flatMap { HistoryMark.all(of: $0, anchor: history.anchor) })
    return [
      "Candidate over anchor with its 95 % interval. Both were measured together, so another machine "
        + "or another day makes no step.",
      HistoryText.stepMethod,
    ] + HistoryMark.allCases.filter(marks.contains).map { "\($0.rawValue): \($0.meaning)." }
  }
}

extension HistoryText {
  static let stepMethod =
    "Steps: where the weighted mean changes by more than 0.5 %. Chance shows one in at most 1 of 100 series "
    + "without a step. The last comparison alone makes none. 'rehearse bisect' finds the commit."

  /// One sentence per step, or that none is found; that some series are too short to show any; and which baselines
  /// could not be included.
  public static func sentences(_ history: AnchoredHistory) -> [String] {
    let steps = history.series.flatMap { series in
      zip(series.points, series.points.dropFirst()).compactMap { before, point in
        point.step.map { sentence($0, at: point, after: before, of: series.story) }
      }
    }
    let unlinked = history.unlinked.map(\.name).joined(separator: ", ")
    return steps + withoutSteps(history, areSomeFound: !steps.isEmpty)
      + (unlinked.isEmpty
        ? []
        : [
          "Left out: comparisons with \(unlinked). No comparison ties them to \(history.anchor.name)."
        ])
  }

  /// Says that no step is found, unless some are, and how many series are too short to show any.
  private static func withoutSteps(
    _ history: AnchoredHistory, areSomeFound: Bool
  ) -> [String] {
    let fewest = LevelShifts.fewest
    let short = history.series.count { $0.points.count < fewest }
    let long = history.series.count - short
    let place = short > 0 ? " in \(long.counted("series", "series"))" : ""
    return [
      long > 0 && !areSomeFound
        ? "No step against \(history.anchor.name) is found\(place)." : nil,
      short > 0
        ? "\(short.counted("series has", "series have")) too few comparisons to show a step; "
          + "\(fewest) are needed." : nil,
    ].compactMap(\.self)
  }

  private static func sentence(
    _ step: AnchoredStep, at point: AnchoredPoint, after before: AnchoredPoint, of story: String
  ) -> String {
    let format = step.ratio.format
    func percent(_ ratio: Double) -> String { format.string(for: (ratio - 1) * 100) }
    let commit = point.experiment.measuredRevision.map { revision in
      let earlier = before.experiment.measuredRevision.map { "; before it \($0.short)" } ?? ""
      return " (commit \(revision.short)\(earlier))"
    }
    let breaks = point.breaks.map(\.description).joined(separator: "; ")
    return "\(story): \(percent(step.ratio.point)) % (\(percent(step.ratio.lower)) to "
      + "\(percent(step.ratio.upper))) at #\(point.experiment.number ?? 0)\(commit ?? ""), "
      + "\(clause(ofP: step.p))."
      + (breaks.isEmpty ? "" : " More than the app changed there: \(breaks).")
  }
}

extension AnchoredRatio {
  /// The number format of its change in percent: by a quarter of its interval.
  var format: NumberFormat {
    upper > lower ? .uncertainty((upper - lower) * 25).withPlus : NumberFormat.plain.withPlus
  }
}
