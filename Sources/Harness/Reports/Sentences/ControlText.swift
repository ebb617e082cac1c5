import Analysis
import Metrics
import Recording
import Statistics

/// The words for a control.
enum ControlText {
  /// `the control moved by +1.3 % (0.9 to 1.7)`.
  static func move(_ ratio: Estimate) -> String { "the control moved by \(ratio.changeWords)" }

  /// What it was, and what it came to, in one line.
  static func line(_ result: ControlResult, floor: Double) -> String {
    let subject = subject(result.control)
    guard let ratio = result.ratio, let p = result.pValue else {
      return "Control (\(subject)): says nothing, since \(result.objection ?? "")."
    }
    let metric = Decision.Control.metric.titleInSentence
    let found =
      "Control (\(subject)): \(metric) \(ratio.changeWords), p \(NumberFormat.coarse.string(for: p)), "
      + "\(result.pairs.counted("pair", "pairs"))."
    let level = NumberFormat.percent(result.control.level)
    return
      found + (result.hasMoved ? " It moved" : " It did not move")
      + " (two-sided p up to \(level) % and more than \(NumberFormat.percent(floor)) %)."
  }

  /// That no time is decided, and why; nil where the control leaves verdicts as they are.
  static func headline(_ judgement: Judgement) -> String? {
    guard let control = judgement.control, let move = control.move else { return nil }
    let metrics = Set(judgement.gated.filter { $0.doubt != nil }.map(\.name.metric)).sorted()
    if metrics.isEmpty { return nil }
    let named = metrics.prefix(2).map(\.titleInSentence).joined(separator: " and ")
    let more = metrics.count - 2
    return
      "Nothing on \(named)\(more > 0 ? " and \(more) more" : "") is decided: \(self.move(move)), though it is "
      + "\(subject(control.control))."
  }

  private static func subject(_ control: Decision.Control) -> String {
    let sides = control.isCopy ? "the baseline beside its own copy" : "the baseline beside itself"
    return control.story.map { "'\($0)', \(sides)" } ?? sides
  }
}
