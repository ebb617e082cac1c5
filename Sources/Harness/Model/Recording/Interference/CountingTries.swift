/// Determines which runs count if some were repeated.
///
/// It depends only on what is stored of the runs, and on the experiment's rule. So it is right at any moment,
/// even if Rehearse ended between two runs.
public struct CountingTries: Sendable {
  /// The runs that count, in the given order.
  public let counting: [Run]
  /// The discarded tries, in the given order.
  public let superseded: [Run]
  /// The number of first tries that were repeated.
  public let repeated: Int
  /// The number of counting runs that were disturbed even when repeated.
  public let stillDisturbed: Int

  /// Runs of the same story and round, on all builds: they count together or not at all.
  private struct Group: Hashable {
    let kind: RunKind
    let story: String
    let round: Int

    init(_ run: Run) { (kind, story, round) = (run.kind, run.story, run.round) }
  }

  /// Chooses among the tries of each group.
  public init(_ runs: [Run], rule: InterferenceRule) {
    // Usually nothing was repeated.
    guard runs.contains(where: { $0.attempt > 1 }) else {
      (counting, superseded, repeated, stillDisturbed) = (runs, [], 0, 0)
      return
    }
    var chosen: [Group: Int] = [:]
    var repeated = 0
    var stillDisturbed = 0
    for (group, runs) in Dictionary(grouping: runs, by: Group.init) {
      let tries = Dictionary(grouping: runs, by: \.attempt).sorted { $0.key < $1.key }.map(\.value)
      guard tries.count > 1 else { continue }
      repeated += tries[0].count
      let complete = tries.filter { $0.count == tries[0].count && !Self.wasInterrupted($0) }
      let choice = rule.choice(among: complete) ?? tries[0]
      chosen[group] = choice[0].attempt
      if !rule.settles(choice) {
        stillDisturbed += choice.count { rule.severityFromOutside(of: [$0]) > 0 }
      }
    }
    counting = runs.filter { (chosen[Group($0)] ?? $0.attempt) == $0.attempt }
    superseded = runs.filter { (chosen[Group($0)] ?? $0.attempt) != $0.attempt }
    self.repeated = repeated
    self.stillDisturbed = stillDisturbed
  }

  private static func wasInterrupted(_ runs: [Run]) -> Bool {
    runs.contains { $0.failure?.reason == .interrupted }
  }
}

extension InterferenceRule {
  /// Returns whether runs of one try need no other: none was disturbed from outside, or one failed. A failure
  /// is never undone: repeating until it passes would hide it.
  public func settles(_ runs: [Run]) -> Bool {
    runs.contains { !$0.passed } || severityFromOutside(of: runs) == 0
  }

  /// The first try that settles, else the least disturbed one; nil if there is none.
  func choice(among tries: [[Run]]) -> [Run]? {
    tries.first(where: settles)
      ?? tries.min { severityFromOutside(of: $0) < severityFromOutside(of: $1) }
  }

  func severityFromOutside(of runs: [Run]) -> Double {
    runs.map { verdict(on: $0.interference, kind: $0.kind).severityFromOutside }.max() ?? 0
  }
}
