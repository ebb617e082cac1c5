import Analysis
import Metrics
import Recording
import Running
import Scenarios
import Statistics

/// Counts instructions if a decision needs them: for stories with a gate on them, for all if requested, and
/// for those whose times changed so little that it may be the place of the code (`LayoutGuard`). Or it counts once
/// what each function does: that only informs, and times are explained without it, too.
public final class StoryCounts {
  /// The runs that were made.
  public private(set) var runs: [Run] = []
  /// The reason why not everything was counted, in words; nil if it was. Only if counts are merely
  /// informative: nothing is retried then, and the decision is made without them.
  public private(set) var refusal: String?
  /// The stories whose counts on a build do not repeat, so that they can't show whether code moved.
  private var unsteady: Set<String> = []
  private let experiment: Experiment
  private let gates: [Gate]
  private let rounds: Int
  private let firstPosition: Int
  private let checksLayout: Bool
  private let isOfWork: Bool
  private let interruption: Interruption

  /// The default number of runs that count instructions of a story: enough to show that counts repeat, and so
  /// to decide a gate.
  static let usualRounds = 3

  /// Prepares to count for an experiment with a decision: all stories in each of `rounds`, or if 0 only those
  /// that need it; with `checksLayout`, those whose times changed little need it, too. `position` is the last
  /// place in the order that belongs to other machines. With `ofWork`, all stories that did not fail are counted once.
  public init(
    _ experiment: Experiment, gates: [Gate], rounds: Int, checksLayout: Bool = true,
    startingAfter position: Int = 0, ofWork isOfWork: Bool = false,
    interruption: Interruption
  ) {
    self.checksLayout = checksLayout
    self.isOfWork = isOfWork
    firstPosition = position
    self.experiment = experiment
    self.gates = gates
    self.rounds = rounds
    self.interruption = interruption
  }

  /// Makes the runs.
  /// - Parameters:
  ///   - earlier: the experiment's runs so far.
  ///   - executor: makes runs that count; nil if there is no counter.
  ///   - stored: the runs of an interrupted experiment; none if it is new.
  ///   - store: keeps a run; called before the next begins, and for each earlier run.
  /// - Returns: false if Rehearse was asked to stop.
  /// - Throws: the errors of `store`; `RunningError.planDeparture`; `StatisticsError` if the rule's
  ///   numbers allow no test.
  public func carryOut(
    after earlier: [Run], by executor: (any Executor)?,
    resuming stored: EarlierRuns = EarlierRuns(), store: (Run) throws -> Void
  ) throws -> Bool {
    guard let executor else { return true }
    let stories = try self.stories(earlier)
    guard !stories.isEmpty else { return true }
    let isGated = gates.contains(where: \.metric.isInstructionCount)
    // A gate takes counts that repeat, however few were asked for.
    let wanted = isGated || rounds == 0 ? max(rounds, Self.usualRounds) : rounds
    let plan = RunPlan(
      kind: .counted, stories: stories, builds: experiment.builds.map(\.name),
      rounds: isOfWork ? 1 : wanted,
      after: earlier.map(\.position).max() ?? firstPosition, seed: experiment.seed)
    let onlyInform = isOfWork || rounds == 0 && !isGated
    let runner = Runner(
      executor: executor, interruption: interruption,
      patience: onlyInform ? FailurePolicy.Threshold.none : .secondTry)
    do {
      return try runner.carryOut(
        plan, after: stored, isNeeded: { !onlyInform || !unsteady.contains($0.story) }
      ) { run in
        if onlyInform, let words = run.failure?.countRefusal {
          refusal = words
          throw RunningError.planEnded
        }
        try store(run)
        runs.append(run)
        noteSpread(of: run.story, on: run.build)
        guard onlyInform, let failure = run.countingFailure else { return }
        let place = isOfWork ? "" : "counting instructions failed on '\(run.build)': "
        let words = place + failure.clause
        // A driver that fails before its first step fails with every story.
        if failure.step == nil {
          refusal = words
          throw RunningError.planEnded
        }
        if !isOfWork { refusal = refusal ?? words }
      }
    } catch RunningError.planEnded {
      // If one run can't count, no other can.
      return true
    }
  }

  private func noteSpread(of story: String, on build: String) {
    let counts = runs.lazy.filter { $0.story == story && $0.build == build }.compactMap { run in
      run.measurements.first { $0.key.isInstructionCount }?.value
    }
    let rule = experiment.decision?.rule.layoutGuard ?? LayoutGuard()
    guard let least = counts.min(), let greatest = counts.max(), least > 0 else { return }
    if greatest / least - 1 > rule.instructions { unsteady.insert(story) }
  }

  private func stories(_ earlier: [Run]) throws -> [String] {
    let stories = experiment.stories.map(\.name)
    if isOfWork {
      return stories.filter { story in
        !earlier.contains { $0.story == story && $0.storyFailure != nil }
      }
    }
    guard rounds == 0, let decision = experiment.decision else { return stories }
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: earlier), baseline: decision.baseline,
      candidate: decision.candidate, gates: gates, rule: decision.rule)
    let doubtful = judgement.gated.filter {
      guard checksLayout, let result = $0.outcome.result, case .notChecked? = result.layout,
        $0.name.metric.service == nil
      else { return false }
      return [.regressed, .improved].contains(result.verdict)
    }
    let counted = Set(doubtful.map(\.name.story))
    return stories.filter { story in
      counted.contains(story)
        || gates.contains { $0.metric.isInstructionCount && $0.covers(story: story) }
    }
  }
}
