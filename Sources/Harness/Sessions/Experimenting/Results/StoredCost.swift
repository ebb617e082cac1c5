import Recording
import Running
import Scenarios
import Statistics
import Store

/// The time that measuring stories takes, as earlier comparisons of the scenario on this machine recorded it.
///
/// Builds, traced replays, runs for memory, those that count, and the pauses between runs are not in it, so it is a
/// little short.
struct StoredCost {
  /// The runs of each story's latest comparison, as if the planned builds had been compared. They show what is tested.
  let runs: [Run]
  private let stories: [[StoryCost]]
  /// The control's pairs in the latest comparison.
  private let control: Duration

  private struct StoryCost {
    /// The median time of a pair.
    let pair: Duration
    let pairs: Int
  }

  /// The most comparisons that are used, the latest.
  private static let used = 5
  /// The most experiments that are searched for them.
  private static let searched = 100

  /// Finds that of some stories of a planned experiment; nil if one of them is in none of the latest comparisons,
  /// failed there, or was edited since.
  /// - Throws: `StoreError`.
  init?(of names: [String], in planned: Experiment, from store: ResultStore) throws {
    guard let scenario = try? planned.storedScenario, let sides = planned.decision else {
      return nil
    }
    let needsSteps = scenario.gatesInForce.contains(where: \.steps)
    var known: [String: [StoryCost]] = [:]
    var latest: [Run] = []
    var control: Duration?
    var used = 0
    for experiment in try store.latest(Self.searched).experiments where used < Self.used {
      guard let then = Self.comparison(experiment, on: planned.environment),
        then.name == scenario.name, let earlier = experiment.decision,
        let runs = try store.ifReadable(
          experiment,
          { try needsSteps ? store.runsWithSteps(of: $0) : store.runs(of: $0.number ?? 0) })
      else { continue }
      used += 1
      let changed = planned.storiesOfOtherFiles(than: experiment)
      control = control ?? Self.time(of: runs.filter { $0.kind == .control })
      for (story, runs) in Dictionary(grouping: runs.filter { $0.kind != .control }, by: \.story) {
        let paired = runs.filter { $0.arrangement != nil && $0.interference != nil }
        let times = paired.compactMap { $0.shareOfTime.map { $0 * 2 / .nanoseconds(1) } }
        // A pair that hung took as long as the step's limit.
        guard !times.isEmpty, paired.allSatisfy(\.passed),
          scenario.replays(story, as: then), !changed.contains(story),
          scenario.arrangement(of: story) == then.arrangement(of: story)
        else { continue }
        if known[story] == nil { latest += runs.map { $0.moved(from: earlier, to: sides) } }
        known[story, default: []].append(
          StoryCost(
            pair: .seconds(times.sorted().medianOfSorted / 1e9),
            pairs: Set(paired.map(\.round)).count))
      }
    }
    let stories = names.compactMap { known[$0] }
    guard !names.isEmpty, stories.count == names.count else { return nil }
    self.stories = stories
    runs = latest
    self.control = control ?? .zero
  }

  /// The recorded time. Both runs of a pair have recorded that of the whole pair.
  private static func time(of runs: [Run]) -> Duration { EarlierRuns(runs).measuringTime() }

  /// The scenario of an experiment that compared stories on this machine as now; nil for any other.
  private static func comparison(_ experiment: Experiment, on machine: Environment?) -> Scenario? {
    guard experiment.source == .replay, experiment.partition == nil,
      let decision = experiment.decision, decision.saved == nil,
      decision.purpose.comparesBuilds, let machine,
      let other = experiment.environment, machine.differences(from: other).isEmpty
    else { return nil }
    // A scenario that this version can't read is not the one that is measured now.
    return try? experiment.storedScenario
  }

  /// The time of a whole comparison, if each story takes as many pairs as in the latest one. One that was
  /// interrupted does not count for less than the fewest pairs that settle a story.
  func time(by rule: DecisionRule, rounds: Int, hasControl: Bool) -> Duration {
    let first = rule.stops.first ?? rounds
    return stories.compactMap(\.first).reduce(hasControl ? control : .zero) { sum, story in
      sum + story.pair * min(max(first, story.pairs), rounds)
    }
  }

  /// The time of one pair of each story, by the comparison in which it was shortest: others may have been made
  /// while the machine was busy, or of slower code.
  var shortestRound: RoundTime {
    RoundTime(round: stories.compactMap { $0.map(\.pair).min() }.reduce(.zero, +))
  }
}

extension Run {
  /// The run as one of another comparison's builds.
  fileprivate func moved(from earlier: Decision, to sides: Decision) -> Run {
    var moved = self
    if build == earlier.baseline { moved.build = sides.baseline }
    if build == earlier.candidate { moved.build = sides.candidate }
    return moved
  }
}

extension Decision.Purpose {
  /// A Boolean value indicating whether it compares what two builds cost, without a profiler.
  var comparesBuilds: Bool { self == .comparison || isCheck }
}
