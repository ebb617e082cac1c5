import Metrics
import Recording

/// The terms on which a candidate is judged against measurements that were saved at another time.
///
/// What the machine did then and does now stands between both sides, and no test can tell it from
/// a change (``StoredPair``). So only measurements that runs repeat are judged, anonymous memory and
/// instructions, unless that is forced.
public struct SavedTerms: Sendable, Hashable {
  /// A Boolean value indicating whether measurements are judged, too, that vary with the machine.
  public var isForced: Bool
  /// Stories whose steps are not those that the baseline was saved of.
  public var changedStories: Set<String>

  /// Terms.
  public init(isForced: Bool = false, changedStories: Set<String> = []) {
    self.isForced = isForced
    self.changedStories = changedStories
  }

  /// Returns what speaks against a cell, whatever its measurements are.
  func objection(to name: CellName, rule: DecisionRule) -> NoRatio? {
    if changedStories.contains(name.story) { return .changedSteps }
    if name.step != nil { return .stepsNotSaved }
    if isForced || rule.repeating(name.metric) != nil { return nil }
    return name.metric.ofDriver == .peakMemory ? .residentAtAnotherTime : .anotherTime
  }
}
