import Recording

/// Counts once what each function of all builds of an experiment does. That only informs: where something can't be
/// counted nothing is tried again, and times are explained without.
public final class WorkCounts {
  /// The runs that were made.
  public private(set) var runs: [Run] = []
  /// Why nothing more was counted, to stand within a sentence; nil where all was tried.
  public private(set) var refusal: String?
  private let experiment: Experiment
  private let interruption: Interruption

  /// - Parameter experiment: the one whose builds and stories are counted.
  public init(_ experiment: Experiment, interruption: Interruption) {
    self.experiment = experiment
    self.interruption = interruption
  }

  /// Makes the runs.
  /// - Parameters:
  ///   - earlier: the experiment's runs so far; stories that failed in one are left out.
  ///   - executor: makes runs that count.
  ///   - stored: the runs that an interrupted experiment has; none where it begins.
  ///   - store: keeps a run; called before the next begins, and for each run of before.
  /// - Returns: false where Rehearse was asked to stop.
  /// - Throws: what `store` throws; `PlanDeparture`.
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
        if let words = run.failure?.countRefusal { throw Refused(words: words) }
        try store(run)
        runs.append(run)
        // A driver that fails before its first step fails so with every story.
        if let failure = run.countingFailure, failure.step == nil {
          throw Refused(words: failure.clause)
        }
      }
    } catch let refused as Refused {
      refusal = refused.words
      return true
    }
  }

  /// Ends the plan: what one run can't count no other can.
  private struct Refused: Error {
    let words: String
  }
}
