import Metrics
import Recording

/// A check of whether a small change in time may come from the code's place, according to the instructions.
public enum LayoutCheck: Sendable, Hashable {
  /// It is the program's own change: its instructions changed too, or it holds over several layouts.
  case checked
  /// The instructions are the same, so it is attributed to the place of the code.
  case suspect
  /// It is unknown, for this reason: the verdict stands, but may come from the layout.
  case notChecked(String)
}

/// Checks by a cell's instructions whether a change in its time may come from the place of the code.
struct LayoutChecker {
  let examiner: CellExaminer
  /// The metric that counts instructions; nil if there is none.
  let instructions: Metric?

  /// Returns the check of a shown ratio; nil if it is not one of times, or if it is too great to come from
  /// the place of the code.
  func check(_ ratio: Double, of name: CellName, isOverLayouts: Bool) -> LayoutCheck? {
    let rule = examiner.rule.layoutGuard
    // Instructions are counted in the steps only.
    if name.metric.isOfWholeRun { return nil }
    // If no code can have moved, the change counts.
    if name.metric.service == nil,
      examiner.analysis.experiment.decision?.sameCode?.contains(name.story) == true
    {
      return nil
    }
    guard name.metric.isTimeOfWork, rule.isInReach(time: workRatio(ratio, of: name)) else {
      return nil
    }
    if isOverLayouts { return .checked }
    // A driver's instructions say nothing about a service.
    if name.metric.service != nil {
      return .notChecked("the instructions of services are not counted")
    }
    // The processor counts those of its children, too; callgrind does not.
    if name.metric == .treeCPUTime, instructions == .instructions {
      return .notChecked("the instructions of processes that it started are not counted")
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

  /// The ratio of the work in a time that is partly spent waiting, as if all of the change came from the work: the
  /// place of the code does not make a sleep or another process's answer longer.
  private func workRatio(_ ratio: Double, of name: CellName) -> Double {
    guard name.metric == .wallTime || Metric.latencies.contains(name.metric) else { return ratio }
    func mean(_ metric: Metric) -> Double? {
      let kind = examiner.measurements.kind(of: name) ?? name.metric.kinds[0]
      let cell = CellName(story: name.story, step: name.step, metric: metric)
      let values = examiner.measurements.values(cell, examiner.measurements.baseline, kind)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    guard let elapsed = mean(.wallTime), let work = mean(.treeCPUTime) ?? mean(.cpuTime), work > 0,
      elapsed > work
    else { return ratio }
    return 1 + (ratio - 1) * elapsed / work
  }

  /// The reason why a story's instructions are unknown on a side.
  private func reason(of story: String) -> String {
    let uncounted = examiner.analysis.experiment.decision?.uncounted
    if let failed = examiner.countFailures[story] {
      let first = examiner.analysis.countedRuns.lazy
        .filter { $0.story == story && $0.build == failed.build }
        .compactMap(\.countingFailure).first
      // A failure before the first step is not about the story.
      if let uncounted, first?.step == nil { return uncounted }
      return "counting its instructions failed on '\(failed.build)'"
        + (first.map { ": \($0.clause)" } ?? "")
    }
    return uncounted ?? "its instructions were not counted"
  }
}

extension Metric {
  /// A Boolean value indicating whether it is a time that work takes: the place of the code can change it, and more
  /// work makes it easier to judge. Neither is true of waiting.
  public var isTimeOfWork: Bool { unit == .nanoseconds && ofDriver != .offCPUTime }
}
