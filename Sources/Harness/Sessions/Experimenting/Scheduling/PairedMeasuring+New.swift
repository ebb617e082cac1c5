import Building
import Metrics
import Recording
import Running
import Scenarios
import Statistics

/// The runs of new stories, which only the candidate can replay.
extension PairedMeasuring {
  /// Replays the new stories on the candidate: once, to find broken ones, and then as often as their budgets need, in
  /// at most the given time.
  /// - Returns: false if the user asked to stop.
  func measureNew(
    _ recorder: ExperimentRecorder, _ builds: MadeBuilds, by counting: InstructionCounting?,
    within budget: TimeBudget?, after runs: inout [Run]
  ) throws -> Bool {
    // All of them are the first part's.
    guard let decision = recorder.experiment.decision, let new = decision.newStories,
      settings.part.map({ $0.share.number == 1 }) ?? true
    else { return true }
    let seed = recorder.experiment.seed
    func make(_ plan: RunPlan, by equipment: Equipment) throws -> Bool {
      let executor = try equipment.executors.alone(
        ReplaySubject(file, builds, on: machine), counting: counting, isWatched: true)
      return try recorder.carryOut(
        plan, by: Runner(executor: executor, interruption: equipment.interruption),
        equipment.reporter
      ) { runs.append($0) }
    }
    let once = RunPlan(
      stories: new.names, builds: [decision.candidate], rounds: 1, seed: seed)
    guard try make(once, by: equipment) else { return false }
    let broken = Set(runs.filter { $0.storyFailure != nil }.map(\.story))
    let position = runs.map(\.position).max() ?? 0
    let plans = new.names.filter { !broken.contains($0) }.flatMap {
      plansOfBudgets(of: $0, on: decision.candidate, after: position, seed: seed)
    }
    guard let first = plans.first else { return true }
    let plan = plans.dropFirst().reduce(first) { $0.followed(by: $1) }
    return try make(plan, by: equipment.within(budget)) || isOnlyLate(SessionNote.noTimeForRepeats)
  }

  /// The runs that the budgets of a new story need besides its first replay.
  private func plansOfBudgets(
    of story: String, on build: String, after position: Int, seed: UInt64
  ) -> [RunPlan] {
    let budgets = gates.filter { $0.isBudget && $0.covers(story: story) }
    // As many as there are pairs at the first interim analysis.
    let usual = InterimSchedule.standard.pairs[0]
    let replays = max(MeanTest.fewestValues, min(settings.pairsGiven ?? usual, usual))
    func plan(_ kind: RunKind, _ rounds: Int) -> RunPlan? {
      guard rounds > 0 else { return nil }
      return RunPlan(
        kind: kind, stories: [story], builds: [build], rounds: rounds, after: position, seed: seed)
    }
    let isReplayed = budgets.contains { RunKind.solo.gives($0.metric) }
    let isCycle = budgets.contains(where: \.metric.isRetention)
    let plans: [RunPlan?] = [
      isReplayed ? plan(.solo, replays)?.rounds(2...replays) : nil,
      plan(.fixedAddresses, memoryRounds(budgets, isPaired: false)),
      plan(.counted, budgets.countedRounds(asked: 0)),
      plan(.allocations, budgets.allocationRounds(asked: 0)),
      isCycle
        ? RunPlan.cycles(
          of: file.scenario, stories: [story], builds: [build], after: position, seed: seed) : nil,
    ]
    return plans.compactMap(\.self)
  }
}
