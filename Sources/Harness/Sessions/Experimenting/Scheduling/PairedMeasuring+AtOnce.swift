import Metrics
import Recording
import Running
import Scenarios

/// The stories that may be measured two at once, on two cores.
extension PairedMeasuring {
  /// The CPUs that two duets and Rehearse use at most. With a smaller quota, the kernel would stop all of them for a
  /// part of each tenth of a second.
  private static let quotaOfTwo = 3.0

  /// The stories whose runs for memory may be made at once, and whose pairs beside another story's: duets among those
  /// whose runs can't meet. None has a budget on time: what is beside a pair takes caches and memory from both sides
  /// alike, which a difference bears, but not an absolute time.
  func storiesAtOnce(
    among separate: Set<String>, _ experiment: Experiment, _ gates: [Gate]
  ) -> Set<String> {
    guard settings.part == nil, purpose != .explanation, !separate.isEmpty else { return [] }
    let quota: Double? = machine.facts?.processorQuota.value ?? nil
    if let quota, quota < Self.quotaOfTwo { return [] }
    let alone = storiesAlone.union(
      stories(of: gates.filter { $0.isBudget && $0.metric.unit == .nanoseconds }))
    let unshared = experiment.decision?.scheduledApart ?? [:]
    return Set(
      experiment.measured(for: gates).stories.map(\.name).filter { story in
        separate.contains(story) && !alone.contains(story) && unshared[story] == nil
          && file.scenario.arrangement(of: story) == .duet
          && file.scenario.story(named: story)?.users == nil
      })
  }
}
