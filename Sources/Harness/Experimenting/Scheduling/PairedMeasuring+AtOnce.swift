import Building
import Metrics
import Recording
import Running
import Scenarios

/// The stories that may be measured two at once, on two cores.
extension PairedMeasuring {
  /// The CPUs that two duets and Rehearse use at most. With a smaller quota, the kernel would stop all of them for a
  /// part of each tenth of a second.
  private static let quotaOfTwo = 3.0

  /// The stories whose runs for memory may be made at once, and whose pairs beside another story's. These are duets,
  /// and runs that are made at once can't meet: they neither write files that stay, nor use a service or a socket. None
  /// has a budget on time: what is beside a pair takes caches and memory from both sides alike, which a difference
  /// bears, but not an absolute time. `inputs` are the recorded inputs of both sides.
  func storiesAtOnce(
    _ experiment: Experiment, _ gates: [Gate], _ inputs: [SideRecord]
  ) -> Set<String> {
    guard settings.part == nil, purpose != .explanation,
      equipment.executors.haveTwoCores, file.scenario.services.isEmpty, inputs.count == 2
    else { return [] }
    let quota: Double? = machine.facts?.processorQuota.value ?? nil
    if let quota, quota < Self.quotaOfTwo { return [] }
    let alone = storiesAlone.union(
      stories(of: gates.filter { $0.isBudget && $0.metric.unit == .nanoseconds }))
    return Set(
      experiment.measured(for: gates).stories.map(\.name).filter { story in
        file.scenario.arrangement(of: story) == .duet && !alone.contains(story)
          && file.scenario.story(named: story)?.users == nil
          && inputs.allSatisfy { $0.leavesNothing(of: story) }
      })
  }
}

extension SideRecord {
  /// Returns whether runs of a story leave nothing outside of their own folders that another run could find, except
  /// bytecode, and use no socket.
  func leavesNothing(of story: String) -> Bool {
    guard replayed.isTraced, replayed.sockets.isEmpty, let places = stories[story] else {
      return false
    }
    return places.allSatisfy { place in
      let file = replayed.files[place]
      return !file.uses.contains(.written) || InputComparison.isBytecode(file.path)
    }
  }
}
