import Analysis
import MetricCatalog
import Recording
import Rounding
import Statistics

/// What a history says, in sentences.
public enum HistoryText {
  /// A p in two digits, down to 0.0001.
  static func p(_ p: Double) -> String {
    p < 0.0001 ? "<0.0001" : NumberFormat.coarse.string(for: p)
  }

  /// How changes were found, by whose rule, and what a mark is worth.
  ///
  /// The rates are those of the rule on 1,000 drawn series each (500 of 100 values) of normal noise, and
  /// of such whose neighbours correlate by 0.3.
  public static func method(_ rule: ChangePointRule) -> String {
    let percent = NumberFormat.plain.string(for: rule.leastMagnitude * 100)
    let magnitude = rule.leastMagnitude > 0 ? ", changes above \(percent) %" : ""
    return
      "Changes: E-divisive means with Student's t test (Matteson and James 2014; Hunter 2023), "
      + "as Apache Otava 0.8 finds them: windows of \(rule.windowLength), p below "
      + "\(NumberFormat.plain.string(for: rule.level))\(magnitude). A change is a place to look at, no "
      + "verdict: its p comes after a search for the best place. Where nothing changes, a p below 0.001 "
      + "marks 2 to 3 % of series of 10 to 50 experiments and 6 % of 100; where a slow drift makes "
      + "neighbours alike (correlation 0.3), 6 to 16 % and 39 %. 'rehearse compare' of the two commits "
      + "decides."
  }

  /// A sentence a change, or one that there is none.
  public static func sentences(_ history: History) -> [String] {
    let changes = history.series.flatMap { series in
      series.changes.compactMap { sentence($0.before, $0.after, of: series, history.metric) }
    }
    if !changes.isEmpty { return changes }
    let longest = history.series.map(\.points.count).max() ?? 0
    if longest < 2 { return ["One experiment has nothing before it that could have changed."] }
    let count = history.series.count
    return ["No change in \(count == 1 ? "1 series" : "\(count) series")."]
  }

  private static func sentence(
    _ before: HistoryPoint, _ after: HistoryPoint, of series: HistorySeries, _ metric: Metric
  ) -> String? {
    guard let shift = after.change?.shift else { return nil }
    let p = p(shift.p)
    let commit = after.experiment.revision.map { revision in
      let earlier = before.experiment.revision.map { earlier in
        earlier.short == revision.short ? ", as before" : "; before it \(earlier.short)"
      }
      return " (commit \(revision.short)\(earlier ?? ""))"
    }
    let places = after.breaks.map(\.description)
    let cause = places.isEmpty ? "" : " Not only the app changed there: \(list(places))."
    return "\(series.story) on \(series.build): "
      + "\(shift.changeFormat.string(for: shift.relativeChange * 100)) % at "
      + "#\(after.experiment.number ?? 0)\(commit ?? ""), "
      + "\(figure(shift.before, metric, shift.formatBefore)) to "
      + "\(figure(shift.after, metric, shift.formatAfter)), "
      + "p \(p.hasPrefix("<") ? "< \(p.dropFirst())" : "= \(p)").\(cause)"
  }

  /// What a reader has to know of the experiments, in order.
  public static func remarks(_ history: History) -> [String] {
    history.entries.flatMap { entry in
      let name = "Experiment \(entry.experiment.number ?? 0)"
      let planned = entry.experiment.plannedRuns
      let incomplete =
        entry.isIncomplete
        ? ["\(name) was stopped early or still runs: \(entry.runs) of \(planned) runs."] : []
      let breaks = entry.breaks.map(\.description)
      return incomplete + (breaks.isEmpty ? [] : ["From \(name.lowercased()) on: \(list(breaks))."])
    }
  }

  private static func list(_ texts: [String]) -> String { texts.joined(separator: "; ") }

  private static func figure(
    _ value: Double, _ metric: Metric, _ format: (_ scale: Double) -> NumberFormat
  ) -> String {
    let scale = metric.unit.displayScale
    let number = format(scale).string(for: value / scale)
    let unit = metric.unit.displaySymbol
    return unit.isEmpty ? number : "\(number) \(unit)"
  }
}
