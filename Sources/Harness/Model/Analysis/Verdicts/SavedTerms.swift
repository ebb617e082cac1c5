import Metrics
import Recording

/// The terms for judging a candidate against measurements that were saved earlier.
///
/// The machine may have changed in between, and no test can tell that from a change of the program
/// (``StoredPair``). So only measurements that repeat are judged, anonymous memory and instructions, unless
/// more is forced.
public struct SavedTerms: Sendable, Hashable {
  /// A Boolean value indicating whether measurements that vary with the machine are judged, too.
  public var isForced: Bool
  /// Stories whose steps differ from those of the saved baseline.
  public var changedStories: Set<String>

  /// Returns the objection to judging a cell, whatever its measurements.
  func objection(to name: CellName, rule: DecisionRule) -> NoRatio? {
    if changedStories.contains(name.story) { return .changedSteps }
    if name.step != nil { return .stepsNotSaved }
    if isForced || rule.repeating(name.metric) != nil { return nil }
    return name.metric.ofDriver == .peakMemory ? .residentAtAnotherTime : .anotherTime
  }
}
