import Recording
import Running
import Scenarios

/// Looks at stories for the arrangement of their pairs, in comparisons and in searches between two ends.
extension ExperimentRecorder {
  /// Looks at stories alone, to find how they spend their time: on the candidate, and if it does not wait there, on
  /// another baseline, too. What a resumed experiment already knows is kept.
  /// - Returns: the memory that each took, on the side that took more if both were looked at, bytes.
  @discardableResult
  func lookAtAlone(
    _ stories: [String], _ subject: ReplaySubject, after runs: [Run], _ equipment: Equipment
  ) throws -> [String: Double] {
    guard let decision = experiment.decision else { return [:] }
    var rhythms = decision.rhythms ?? [:]
    // What fails, for example by hanging, would fail again.
    let failed = Set(runs.filter { $0.storyFailure != nil }.map(\.story))
    let unknown = stories.filter { !failed.contains($0) && rhythms[$0] == nil }
    let areTwo = decision.candidate != decision.baseline && !decision.isBesideItself
    var peaks: [String: Double] = [:]
    for story in unknown {
      if equipment.interruption.isRaised { break }
      equipment.reporter.report(.status("Checking how \(story) spends its time"))
      var look = equipment.executors.lookAtAlone(story, on: decision.candidate, subject)
      if areTwo, let own = look.rhythm, own.kind != .waits {
        look = look.beside(
          equipment.executors.lookAtAlone(story, on: decision.baseline, subject),
          named: decision.baseline)
      }
      // What is known of one side would be kept for both.
      if equipment.interruption.isRaised { break }
      look.rhythm?.peak = subject.scenario.story(named: story)?.users?.pattern.peak
      (rhythms[story], peaks[story]) = (look.rhythm, look.peakMemory)
    }
    guard rhythms != decision.rhythms ?? [:] else { return peaks }
    var declared = experiment
    declared.decision?.rhythms = rhythms
    try declare(declared)
    return peaks
  }
}

extension Decision {
  /// The stories whose sides can't share a CPU, and why: services that are too busy with many users, if these are
  /// among the loads, and programs that change how the kernel schedules them.
  func storiesUnshared(loads: Set<String>) -> [String: Arrangement.Reason] {
    loads.reduce(into: scheduledApart) { reasons, story in
      reasons[story] = rhythms?[story]?.reasonApart ?? reasons[story]
    }
  }
}
