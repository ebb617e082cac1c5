import Analysis
import Metrics
import Recording
import Statistics

enum ControlText {
  static func move(_ ratio: Estimate) -> String { "the control moved by \(ratio.changeWords)" }

  static func line(_ result: ControlResult, floor: Double) -> String {
    let subject = "Control, \(subject(result.control))"
    guard let ratio = result.ratio else {
      return "\(subject): not tested; \(result.objection ?? "")."
    }
    let (level, floor) = (NumberFormat.percent(result.control.level), NumberFormat.percent(floor))
    return "\(subject): \(Decision.Control.metric.titleInSentence) \(ratio.changeWords), "
      + "\(result.hasMoved ? "moved" : "not moved") (\(result.pairs.counted("pair", "pairs")), two-sided "
      + "at \(level) %, beyond \(floor) %)."
  }

  /// Says that no time is decided, and why; nil if the control leaves verdicts unchanged.
  static func headline(_ judgement: Judgement) -> String? {
    guard let control = judgement.control, let move = control.move else { return nil }
    let metrics = Set(judgement.gated.filter { $0.doubt != nil }.map(\.name.metric)).sorted()
    if metrics.isEmpty { return nil }
    let named = metrics.prefix(2).map(\.titleInSentence).joined(separator: " and ")
    let more = metrics.count - 2
    return
      "Nothing on \(named)\(more > 0 ? " and \(more) more" : "") is decided: \(self.move(move)), and that is "
      + "\(subject(control.control))."
  }

  private static func subject(_ control: Decision.Control) -> String {
    let sides = "the baseline compared with \(control.isCopy ? "its own copy" : "itself")"
    return control.story.map { "\(sides) in '\($0)'" } ?? sides
  }
}
