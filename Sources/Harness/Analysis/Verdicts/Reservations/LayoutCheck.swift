import Metrics
import Recording

/// The instructions' evidence on whether a small change in time may be where the linker put the
/// code: what the instructions say to it.
public enum LayoutCheck: Sendable, Hashable {
  /// It is the program's own: its instructions changed too, or it holds over several layouts.
  case checked
  /// The instructions are the same, so it is put down to the place of the code.
  case suspect
  /// It is not known, for this reason: the verdict stands, and may be one of the layout.
  case notChecked(String)
}

/// Asks a cell's instructions whether a change in its time may be the place of the code.
struct LayoutChecker {
  let examiner: CellExaminer
  /// The metric that counts instructions; nil where there is none.
  let instructions: Metric?

  /// Returns what can be said of a ratio that is shown; nil where it is none of times, and where it
  /// is too great for the place of the code to make it.
  func check(_ ratio: Double, of name: CellName, isOverLayouts: Bool) -> LayoutCheck? {
    let rule = examiner.rule.layoutGuard
    // Instructions are those of the steps.
    if name.metric.isOfWholeRun { return nil }
    // Where no code can have moved the change counts.
    if name.metric.service == nil,
      examiner.analysis.experiment.decision?.sameCode?.contains(name.story) == true
    {
      return nil
    }
    guard name.metric.unit == .nanoseconds, rule.isInReach(time: ratio) else { return nil }
    if isOverLayouts { return .checked }
    // A driver's instructions say nothing of a service.
    if name.metric.service != nil {
      return .notChecked("the instructions of services are not counted")
    }
    guard let instructions else { return .notChecked(reason(of: name.story)) }
    let counted = CellName(story: name.story, step: name.step, metric: instructions)
    guard let grown = examiner.measurements.ratioOfMeans(counted) else {
      return .notChecked(reason(of: name.story))
    }
    if examiner.measurements.spread(counted) > rule.instructions {
      return .notChecked("the counts of its instructions do not repeat")
    }
    return rule.suspects(time: ratio, instructions: grown) ? .suspect : .checked
  }

  /// Why a story's instructions are not known on both sides.
  private func reason(of story: String) -> String {
    let uncounted = examiner.analysis.experiment.decision?.uncounted
    if let failed = examiner.countFailures[story] {
      let first = examiner.analysis.countedRuns.lazy
        .filter { $0.story == story && $0.build == failed.build }
        .compactMap(\.countingFailure).first
      // Before the first step it is no story's own reason.
      if let uncounted, first?.step == nil { return uncounted }
      return "counting its instructions failed on '\(failed.build)'"
        + (first.map { ": \($0.clause)" } ?? "")
    }
    return uncounted ?? "its instructions were not counted"
  }
}
