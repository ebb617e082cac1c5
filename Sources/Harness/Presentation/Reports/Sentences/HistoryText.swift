import Analysis
import Foundation
import Metrics
import Recording
import Statistics
import Tables

/// The sentences about a history.
public enum HistoryText {
  /// A p with two digits, down to 0.0001.
  static func p(_ p: Double) -> String {
    p < 0.0001 ? "<0.0001" : NumberFormat.coarse.string(for: p)
  }

  /// The same in a sentence, for example `p = 0.012`.
  static func clause(ofP p: Double) -> String { p < 0.0001 ? "p < 0.0001" : "p = \(Self.p(p))" }

  /// Returns how changes were found, by which rule, and how reliable a mark is.
  ///
  /// The rates are those of the rule on 1,000 simulated series each (500 of 100 values) of normal noise, and
  /// of noise whose neighbours correlate by 0.3.
  public static func method(_ rule: ChangePointRule) -> String {
    let percent = NumberFormat.percent(rule.minimumMagnitude)
    let magnitude = rule.minimumMagnitude > 0 ? ", changes above \(percent) %" : ""
    return
      "Changes: E-divisive means with Student's t test (Matteson and James 2014; Hunter 2023), as Apache "
      + "Otava 0.8 finds them: windows of \(rule.windowLength), p below "
      + "\(NumberFormat.plain.string(for: rule.level))\(magnitude). A change is a place to look at, not a "
      + "verdict: its p comes after a search for the best place. If nothing changes, a p below 0.001 still "
      + "marks 2 to 3 % of series of 10 to 50 experiments, and 6 % of those of 100; if a slow drift makes "
      + "neighbours alike (correlation 0.3), 6 to 16 % and 39 %. 'rehearse compare' of the two commits "
      + "decides."
  }

  /// One sentence per change, or one that none is found; and that some series are too short to show any.
  public static func sentences(_ history: History) -> [String] {
    let changes = history.series.flatMap { series in
      series.changes.compactMap { sentence($0.before, $0.after, of: series, history.metric) }
    }
    if history.entries.count < 2 {
      return ["There is only one experiment, so no change can be shown."]
    }
    // Of two values, neither is the change.
    let short = history.series.count { $0.points.count < 3 }
    let long = history.series.count - short
    let isNoneFound = changes.isEmpty && long > 0
    let others: [String] = [
      isNoneFound ? "No change is found in \(long.counted("series", "series"))." : nil,
      short > 0
        ? "\(short.counted("series has", "series have")) too few experiments to show a change: "
          + "'rehearse compare' decides." : nil,
    ].compactMap(\.self)
    return changes + others
  }

  private static func sentence(
    _ before: HistoryPoint, _ after: HistoryPoint, of series: HistorySeries, _ metric: Metric
  ) -> String? {
    guard let shift = after.change?.shift else { return nil }
    let commit = after.experiment.revision.map { revision in
      let earlier = before.experiment.revision.map { earlier in
        // Of changed files, only their hashes tell whether they changed again.
        earlier.hasSameFiles(as: revision) && revision.isDirty == (revision.changes != nil)
          ? ", as before" : "; before it \(earlier.short)"
      }
      return " (commit \(revision.short)\(earlier ?? ""))"
    }
    let places = after.breaks.map(\.description)
    let cause = places.isEmpty ? "" : " More than the app changed there: \(list(places))."
    return "\(series.story) on \(series.build): "
      + "\(shift.changeWords) at #\(after.experiment.number ?? 0)\(commit ?? ""), "
      + "\(measurement(shift.before, metric, shift.formatBefore)) to "
      + "\(measurement(shift.after, metric, shift.formatAfter)), \(clause(ofP: shift.p)).\(cause)"
  }

  /// Returns what a reader must know about the experiments, in order.
  public static func remarks(_ history: History) -> [String] {
    let remarks = history.entries.flatMap { entry -> [String] in
      let name = "Experiment \(entry.experiment.number ?? 0)"
      let planned = entry.experiment.plannedRuns
      let state =
        entry.experiment.partition?.missingWords.map { "is not complete, because \($0)" }
        ?? "was stopped early or still runs"
      let incomplete =
        entry.experiment.isIncomplete
        ? ["\(name) \(state): \(entry.runs) of \(planned) runs."] : []
      let breaks = entry.breaks.map(\.description)
      return incomplete + (breaks.isEmpty ? [] : ["From \(name.lowercased()) on: \(list(breaks))."])
    }
    return remarks + singleImports(history)
  }

  private static func singleImports(_ history: History) -> [String] {
    let single = history.series.flatMap(\.points).filter {
      $0.experiment.source == .import && $0.summary.count == 1
    }
    let count = single.map(\.experiment.number).uniqued.count
    guard count > 0 else { return [] }
    return [
      "\(count) of \(history.entries.count.counted("experiment", "experiments")) \(count == 1 ? "was" : "were") "
        + "imported with single runs, which have no interval."
    ]
  }

  /// Returns that experiments before those of a history are left out; nil if none is. `store` is what a command needs
  /// to find their store: `" --store FILE"`, or empty for the usual one. A `remedy` replaces that command.
  public static func leftOut(
    comparisons: Int, others: Int, in store: String = "", remedy: String? = nil
  ) -> String? {
    let words = [
      comparisons > 0 ? comparisons.counted("earlier comparison", "earlier comparisons") : nil,
      others > 0 ? others.counted("earlier experiment", "earlier experiments") : nil,
    ].compactMap(\.self)
    guard !words.isEmpty else { return nil }
    let verb = comparisons + others == 1 ? "is" : "are"
    let command = "'rehearse history --last N\(store)' reads more"
    return "\(words.joined(separator: " and ")) \(verb) left out; \(remedy ?? command)."
  }

  private static func list(_ texts: [String]) -> String { texts.joined(separator: "; ") }

  private static func measurement(
    _ value: Double, _ metric: Metric, _ format: (_ scale: Double) -> NumberFormat
  ) -> String {
    metric.unit.words(value, format(metric.unit.displayScale))
  }
}

extension MeanShift {
  /// `+19.54 %`, or `up from 0`, which no percentage expresses.
  var changeWords: String {
    before == 0 ? "up from 0" : "\(changeFormat.string(for: relativeChange * 100)) %"
  }
}

/// A remark about a row of a history, as a letter.
enum HistoryMark: Character, CaseIterable {
  case incomplete = "i"
  case machine = "m"
  case unknownMachine = "u"
  case build = "b"
  case scenario = "s"
  case driver = "d"
  case proven = "e"
  case anchor = "a"

  static func all(of point: HistoryPoint) -> [HistoryMark] {
    all(of: point.experiment, point.breaks)
  }

  static func all(of point: AnchoredPoint, anchor: AnchoredHistory.Anchor) -> [HistoryMark] {
    all(of: point.experiment, point.breaks) + (point.proof == nil ? [] : [.proven])
      + (point.measuredAgainst == anchor ? [] : [.anchor])
  }

  private static func all(of experiment: Experiment, _ breaks: [HistoryBreak]) -> [HistoryMark] {
    var marks: [HistoryMark] = []
    if experiment.isIncomplete { marks.append(.incomplete) }
    if breaks.contains(where: { $0.isOfMachine && $0 != .unknownMachine }) {
      marks.append(.machine)
    }
    if breaks.contains(.unknownMachine) { marks.append(.unknownMachine) }
    if breaks.contains(where: \.isOfBuild) { marks.append(.build) }
    if breaks.contains(.scenario) { marks.append(.scenario) }
    if breaks.contains(where: \.isOfDriver) { marks.append(.driver) }
    return marks
  }

  var meaning: String {
    switch self {
    case .incomplete: "incomplete: stopped early, still running, or without all parts"
    case .machine: "a different machine or kernel from the row before"
    case .unknownMachine: "perhaps another machine: this row's or the one before is not known"
    case .build: "a different compiler or flags from the row before"
    case .scenario: "a different scenario file from the row before"
    case .driver:
      "perhaps a different driver from the row before: the sides of one ran different ones"
    case .proven: "proven to be equal, or to do the same work, so nothing was measured"
    case .anchor: "measured against an earlier anchor, so its interval is wider"
    }
  }
}

extension Table {
  /// A metric over experiments: one section per story and build, one row per experiment, with changes marked
  /// where they begin.
  public static func history(_ history: History) throws(TableError) -> Table {
    let unit = history.metric.unit.displaySymbol
    return try Table(
      title: title(history),
      notes: notes(history),
      columns: [
        Column("No", alignment: .trailing), Column("Started"), Column("Commit"),
        Column("Runs", alignment: .trailing), .number("Mean", unit: unit), .number("±", unit: unit),
        .number("Change", unit: "%"), Column("p", alignment: .trailing), Column("Note"),
      ],
      sections: history.series.map { series in
        Section(
          "\(series.story) on \(series.build)",
          rows: series.points.map { row($0, of: history.metric) })
      })
  }

  private static func title(_ history: History) -> String {
    let count = history.entries.count
    return "\(history.metric.title) over \(count.counted("experiment", "experiments"))"
  }

  private static func row(_ point: HistoryPoint, of metric: Metric) -> [Cell] {
    let (experiment, summary) = (point.experiment, point.summary)
    let marks = HistoryMark.all(of: point).map { String($0.rawValue) }
    return [
      .text("\(experiment.number ?? 0)"),
      .text(experiment.startedMinute),
      experiment.revision.map { .text($0.short) } ?? .text(""),
      .text("\(summary.count)"), .mean(summary, of: metric),
      .halfWidth(summary, of: metric),
      point.change.map { change(of: metric, $0.shift) } ?? .text(""),
      .text(point.change.map { HistoryText.p($0.shift.p) } ?? ""),
      .text(marks.joined(separator: " "), tone: .caution),
    ]
  }

  private static func change(of metric: Metric, _ shift: MeanShift) -> Cell {
    // Below the floor of verdicts nothing is good or bad.
    let change = shift.before == 0 ? .infinity : shift.relativeChange
    let isNegligible = abs(change) <= DecisionRule.standard.floor
    let tone: Cell.Tone =
      metric.polarity == .context
      ? .caution : isNegligible ? .neutral : metric.tone(of: 1 + change)
    guard change.isFinite else { return .text("from 0", tone: tone) }
    return .number(change * 100, as: shift.changeFormat, tone: tone)
  }

  private static func notes(_ history: History) -> [String] {
    let marks = Set(history.series.flatMap(\.points).flatMap(HistoryMark.all))
    let isMarked = history.entries.contains { $0.experiment.revision?.isModified == true }
    return [
      "Mean of the runs with the half width of its 95 % interval; a change is shown where it begins, from "
        + "the mean before to the mean from then on.",
      HistoryText.method(history.rule),
    ] + (isMarked ? ["*: files differed from the commit."] : [])
      + HistoryMark.allCases.filter(marks.contains).map { "\($0.rawValue): \($0.meaning)." }
  }
}
