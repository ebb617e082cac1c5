import Recording
import Running
import Scenarios

/// The runs that count instructions, which come last. They tell a change from moved code, or show the work of
/// functions.
extension PairedMeasuring {
  /// Counts instructions, if a decision needs them.
  /// - Returns: false if the user asked to stop.
  func count(
    _ recorder: ExperimentRecorder, _ subject: ReplaySubject, by counting: InstructionCounting?,
    within budget: TimeBudget?, after runs: inout [Run]
  ) throws -> Bool {
    let limited = try equipment.within(budget)
    let counter = try counting.map {
      try limited.executors.alone(subject, counting: $0, isWatched: false)
    }
    let isOfWork = purpose == .explanation
    let experiment = recorder.experiment
    let counts = StoryCounts(
      isOfWork ? experiment : own(experiment.measured(for: gates)), gates: gates,
      rounds: settings.instructions.rounds,
      checksLayout: settings.checksLayout && settings.part == nil,
      startingAfter: firstPosition(recorder), ofWork: isOfWork,
      interruption: limited.interruption)
    let what = isOfWork ? "Counting calls and instructions by function" : "Counting instructions"
    if counter != nil { equipment.reporter.report(.status(what)) }
    let isComplete = try counts.carryOut(
      after: runs, by: counter, resuming: recorder.earlier,
      store: { run in
        try recorder.keepRuns([run])
        let number = isOfWork ? "" : ", count \(run.round)"
        tell("\(what): \(run.story) on \(run.build)\(number)", run)
      })
    runs += counts.runs
    return try settle(recorder, isComplete, counts.refusal)
  }

  private func tell(_ status: String, _ run: Run) {
    equipment.reporter.report(.status(status + (run.passed ? "" : "  not counted")))
  }

  /// Stores why not everything was counted.
  /// - Returns: false if the user asked to stop, and not only the clock.
  private func settle(
    _ recorder: ExperimentRecorder, _ isComplete: Bool, _ refusal: String?
  ) throws -> Bool {
    let isLate = !isComplete && !equipment.interruption.isRaised
    if let refusal = isLate ? SessionNote.noTimeForCounts : refusal {
      var declared = recorder.experiment
      declared.decision?.uncounted = refusal
      try recorder.declare(declared)
    }
    return isComplete || isLate
  }
}
