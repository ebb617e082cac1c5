import Recording
import Running

/// The runs for anonymous memory of a comparison so far, which show whether a story needs more of them.
struct MemoryRuns {
  private let builds: [String]
  private let rule: RepeatRule
  private let whole: Set<String>
  private var runs: [String: [Run]] = [:]

  /// No run is known yet; of the stories in `whole` all are made.
  init(of builds: [String], by rule: RepeatRule, allOf whole: Set<String>) {
    (self.builds, self.rule, self.whole) = (builds, rule, whole)
  }

  /// Returns whether a run is made whatever others show.
  func isCertain(_ planned: PlannedRun) -> Bool {
    planned.kind != .fixedAddresses || planned.round <= RepeatRule.fewestIfSame
      || whole.contains(planned.story)
  }

  mutating func note(_ run: Run) {
    if run.kind == .fixedAddresses { runs[run.story, default: []].append(run) }
  }

  /// Returns whether a planned run is still needed: not if all of the story's earlier ones are the same. Those that
  /// are exact only to the kernel's batches are compared as the others: better one run too many.
  func isNeeded(_ planned: PlannedRun) -> Bool {
    if isCertain(planned) { return true }
    // The second run of a round is made whatever the first was.
    let earlier = runs[planned.story, default: []].filter { $0.round < planned.round }
    let metrics = Set(earlier.flatMap(\.measurements.keys))
    guard builds.count == 2, !metrics.isEmpty, earlier.allSatisfy(\.passed) else { return true }
    return !metrics.allSatisfy { metric in
      let sides = builds.map { build in
        earlier.filter { $0.build == build }.compactMap { $0.measurements[metric] }
      }
      return sides[0].count + sides[1].count == earlier.count && rule.areSame(sides[0], sides[1])
    }
  }
}
