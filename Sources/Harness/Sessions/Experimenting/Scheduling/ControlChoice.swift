import Analysis
import Metrics
import Recording
import Scenarios

/// The story of a control, chosen by the first round: the cheapest suitable one.
///
/// A control shows what the machine does to two equal programs. Any story shows that, so the cheapest is
/// used. But it must take as much CPU time as a duet needs for its slices to even out (`ShortStory.enough`):
/// a shorter one moves by chance, and hides a move of one percent. It must have a gate on a time, because it
/// speaks for those verdicts. A duet is preferred to consecutive runs, which vary too much to show any move.
/// If all are short, the one with most CPU time is the most reliable.
struct ControlChoice {
  let story: String
  let time: Duration

  /// Chooses one of the stories that have not failed, in the scenario's order, by the baseline's runs of the
  /// first round; nil if no gated story was measured.
  init?(among stories: [String], of runs: [Run], on build: String, gates: [Gate]) {
    let times = gates.filter(\.isOnTime)
    let gated = stories.filter { story in times.contains { $0.covers(story: story) } }
    var found: [Measured] = []
    for story in gated {
      let run = runs.first {
        $0.story == story && $0.build == build && $0.round == 1 && $0.arrangement != nil
          && $0.kind != .control && $0.passed
      }
      guard let run, let cpu = run.measurements[.cpuTime], cpu > 0 else { continue }
      let observed = run.shareOfTime.map { $0 * 2 / .nanoseconds(1) }
      found.append(
        Measured(
          story: story, isDuet: run.kind == .duet, cpu: cpu,
          time: observed ?? run.measurements[.wallTime] ?? cpu))
    }
    if found.contains(where: \.isDuet) { found.removeAll { !$0.isDuet } }
    let enough = found.filter { $0.cpu >= ShortStory.enough }
    guard let chosen = enough.min(by: { $0.time < $1.time }) ?? found.max(by: { $0.cpu < $1.cpu })
    else { return nil }
    story = chosen.story
    time = .nanoseconds(Int64(chosen.time))
  }

  /// A story's first pair; times in ns.
  private struct Measured {
    let story: String
    let isDuet: Bool
    let cpu: Double
    let time: Double
  }
}

extension Gate {
  /// A Boolean value indicating whether it compares a time of both sides, which a control is about.
  public var isOnTime: Bool { metric.unit == .nanoseconds && !isBudget }
}
