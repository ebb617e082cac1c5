import Analysis
import Recording
import Running
import Scenarios
import Statistics

/// How stories spend their time, and the wall time of those without a gate on it.
extension PairedMeasuring {
  /// Finds how stories without a gate on wall time spend it: one replay of the candidate each. A resumed
  /// experiment already knows.
  func findRhythms(
    _ recorder: ExperimentRecorder, _ subject: ReplaySubject, _ gates: [Gate],
    within budget: TimeBudget?, after runs: [Run]
  ) throws {
    guard [.comparison, .check, .strictCheck].contains(purpose), settings.part == nil,
      let decision = recorder.experiment.decision, decision.rhythms == nil,
      gates.contains(where: \.needsPairs)
    else { return }
    let limited = try equipment.within(budget)
    // What fails, for example by hanging, would fail again.
    let failed = Set(runs.filter { $0.storyFailure != nil }.map(\.story))
    let stories = recorder.experiment.measured(for: gates).stories.map(\.name)
      .filter { !failed.contains($0) }
    var rhythms: [String: Rhythm] = [:]
    for story in stories where !storiesAlone.contains(story) {
      if limited.interruption.isRaised { break }
      equipment.reporter.report(.status("Checking how \(story) spends its time"))
      let rhythm = limited.executors.rhythm(of: story, on: decision.candidate, subject)
      // No machine has more CPU time than its CPUs: a driver that claims more measures something else.
      rhythms[story] = rhythm.flatMap { $0.share > Double(machine.processors) * 1.1 ? nil : $0 }
    }
    guard !rhythms.isEmpty else { return }
    var declared = recorder.experiment
    declared.decision?.rhythms = rhythms
    try recorder.declare(declared)
  }

  /// Measures the wall time of stories that wait or use several CPUs without a gate on it, in as many pairs
  /// of lone runs as the first interim analysis has. For information only.
  /// - Returns: false if the user asked to stop.
  func measureTimes(
    _ recorder: ExperimentRecorder, _ subject: ReplaySubject, _ gates: [Gate],
    within budget: TimeBudget?, after runs: inout [Run], keep: ExperimentRecorder.Keep
  ) throws -> Bool {
    guard let decision = recorder.experiment.decision, let rhythms = decision.rhythms else {
      return true
    }
    let stories = recorder.experiment.measured(for: gates).stories.map(\.name).filter { story in
      rhythms[story]?.kind != nil && !storiesAlone.contains(story)
        && !runs.contains { $0.story == story && ($0.kind == .solo || $0.storyFailure != nil) }
    }
    if stories.isEmpty { return true }
    let plan = RunPlan(
      stories: stories, builds: recorder.experiment.builds.map(\.name),
      rounds: decision.rule.interims?.pairs.first ?? min(10, recorder.experiment.rounds),
      after: runs.map(\.position).max() ?? 0, seed: recorder.experiment.seed)
    let limited = try equipment.within(budget)
    let executor = try limited.executors.alone(subject, counting: nil, isWatched: false)
    let isComplete = try recorder.carryOut(
      plan, by: Runner(executor: executor, interruption: limited.interruption), equipment.reporter
    ) { run in
      try keep([run])
      runs.append(run)
    }
    return isComplete || !equipment.interruption.isRaised
  }
}
