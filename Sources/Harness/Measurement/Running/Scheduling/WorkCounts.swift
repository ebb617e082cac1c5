import Recording

/// Counts once what each function does in all builds of an experiment. The counts only inform: if
/// something can't be counted it is not tried again, and times are explained without it.
public final class WorkCounts {
  /// The runs that were made.
  public private(set) var runs: [Run] = []
  /// The reason why counting stopped, phrased to stand within a sentence; nil if everything was tried.
  public private(set) var refusal: String?
  private let experiment: Experiment
  private let interruption: Interruption

  /// Prepares to count the stories of an experiment on its builds.
  public init(_ experiment: Experiment, interruption: Interruption) {
    self.experiment = experiment
    self.interruption = interruption
  }

  /// Makes the runs.
  /// - Parameters:
  ///   - earlier: the experiment's runs so far; stories that failed in one are left out.
  ///   - executor: makes runs that count.
  ///   - stored: the runs of an interrupted experiment; none if it begins.
  ///   - store: keeps a run; called before the next begins, and for each earlier run.
  /// - Returns: false if Rehearse was asked to stop.
  /// - Throws: errors of `store`; `RunningError.planDeparture`.
  public func carryOut(
    after earlier: [Run], by executor: any Executor, resuming stored: EarlierRuns = EarlierRuns(),
    store: (Run) throws -> Void
  ) throws -> Bool {
    let stories = experiment.stories.map(\.name).filter { story in
      !earlier.contains { $0.story == story && $0.storyFailure != nil }
    }
    if stories.isEmpty { return true }
    let plan = RunPlan(
      kind: .counted, stories: stories, builds: experiment.builds.map(\.name), rounds: 1,
      after: earlier.map(\.position).max() ?? 0, seed: experiment.seed)
    let runner = Runner(executor: executor, interruption: interruption, patience: .none)
    do {
      return try runner.carryOut(plan, after: stored) { run in
        if let words = run.failure?.countRefusal {
          refusal = words
          throw RunningError.planEnded
        }
        try store(run)
        runs.append(run)
        // A driver that fails before its first step fails the same way with every story.
        if let failure = run.countingFailure, failure.step == nil {
          refusal = failure.clause
          throw RunningError.planEnded
        }
      }
    } catch RunningError.planEnded {
      // If one run can't be counted, no other can.
      return true
    }
  }
}
