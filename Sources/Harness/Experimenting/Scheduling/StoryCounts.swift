import Analysis
import Metrics
import Recording
import Running
import Scenarios
import Statistics

/// Counts instructions where a decision needs them: of stories with a gate on them, of all where that
/// was asked for, and of those whose times changed so little that it may be the place of the code
/// (`LayoutGuard`).
public final class StoryCounts {
  /// The runs that were made.
  public private(set) var runs: [Run] = []
  /// Why not all was counted, in words; nil where it was. Only where counts merely inform: nothing is
  /// tried again then, and what was to be decided is decided without them.
  public private(set) var refusal: String?
  private let experiment: Experiment
  private let gates: [Gate]
  private let rounds: Int
  private let firstPosition: Int
  private let checksLayout: Bool
  private let interruption: Interruption

  /// The default number of runs that count instructions of a story: so many show that counts repeat,
  /// so that a gate on them is decided.
  static let usualRounds = 3

  /// - Parameters:
  ///   - experiment: an experiment with a decision.
  ///   - rounds: how often all stories are counted; 0 for only those that need it.
  ///   - checksLayout: whether stories need it whose times changed little.
  ///   - position: the last place in the order that belongs to other machines.
  public init(
    _ experiment: Experiment, gates: [Gate], rounds: Int, checksLayout: Bool = true,
    startingAfter position: Int = 0,
    interruption: Interruption
  ) {
    self.checksLayout = checksLayout
    firstPosition = position
    self.experiment = experiment
    self.gates = gates
    self.rounds = rounds
    self.interruption = interruption
  }

  /// Makes the runs.
  /// - Parameters:
  ///   - earlier: the experiment's runs so far.
  ///   - executor: makes runs that count; nil where there is nothing to count them by.
  ///   - stored: the runs that an interrupted experiment has; none where it begins.
  ///   - store: keeps a run; called before the next begins, and for each run of before.
  /// - Returns: false where Rehearse was asked to stop.
  /// - Throws: what `store` throws; `PlanDeparture`; `StatisticsError` where the rule's numbers allow no test.
  public func carryOut(
    after earlier: [Run], by executor: (any Executor)?,
    resuming stored: EarlierRuns = EarlierRuns(), store: (Run) throws -> Void
  ) throws -> Bool {
    guard let executor else { return true }
    let stories = try self.stories(earlier)
    guard !stories.isEmpty else { return true }
    let plan = RunPlan(
      kind: .counted, stories: stories, builds: experiment.builds.map(\.name),
      rounds: rounds > 0 ? rounds : Self.usualRounds,
      after: earlier.map(\.position).max() ?? firstPosition, seed: experiment.seed)
    let onlyInform = rounds == 0 && !gates.contains { $0.metric.isInstructionCount }
    let runner = Runner(
      executor: executor, interruption: interruption,
      patience: onlyInform ? FailurePolicy.Threshold.none : .secondTry)
    do {
      return try runner.carryOut(plan, after: stored) { run in
        if onlyInform, let words = run.failure?.countRefusal { throw CountsRefused(words: words) }
        try store(run)
        runs.append(run)
        guard onlyInform, let failure = run.countingFailure else { return }
        let words = "counting instructions failed on '\(run.build)': \(failure.clause)"
        // A driver that fails before its first step fails so with every story.
        if failure.step == nil { throw CountsRefused(words: words) }
        refusal = refusal ?? words
      }
    } catch let refused as CountsRefused {
      refusal = refused.words
      return true
    }
  }

  /// Ends the plan: what one run can't count no other can.
  private struct CountsRefused: Error {
    let words: String
  }

  private func stories(_ earlier: [Run]) throws -> [String] {
    let stories = experiment.stories.map(\.name)
    guard rounds == 0, let decision = experiment.decision else { return stories }
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: earlier), baseline: decision.baseline,
      candidate: decision.candidate, gates: gates, rule: decision.rule)
    let doubtful = judgement.gated.filter {
      guard checksLayout, let result = $0.outcome.result, $0.name.metric.unit == .nanoseconds,
        $0.name.metric.service == nil, !$0.name.metric.isOfWholeRun,
        decision.sameCode?.contains($0.name.story) != true,
        case .ratio(let ratio) = result.value
      else { return false }
      return [.regressed, .improved].contains(result.verdict)
        && decision.rule.layoutGuard.isInReach(time: ratio.point)
    }
    let counted = Set(doubtful.map(\.name.story))
    return stories.filter { story in
      counted.contains(story)
        || gates.contains { $0.metric.isInstructionCount && $0.covers(story: story) }
    }
  }
}
