import Recording
import Sampling

/// Makes the runs of a plan one after the other; by default each is passed on before the next begins.
public struct Runner {
  private let executor: any Executor
  private let interruption: Interruption
  private let policy: RerunPolicy
  private let keepsGoing: Bool
  private let patience: FailurePolicy.Threshold
  private let mostAtOnce: Int

  /// Creates a runner. `policy` says which disturbed runs are made again (none by default), `keepsGoing` whether
  /// stories that only fail go on (``FailurePolicy``), `patience` how often a failing story is tried before it is
  /// given up, and `mostAtOnce` how many runs of a story and round the executor may make at once.
  public init(
    executor: any Executor, interruption: Interruption,
    policy: RerunPolicy = RerunPolicy(), keepsGoing: Bool = false,
    patience: FailurePolicy.Threshold = .secondTry, atOnce mostAtOnce: Int = 1
  ) {
    self.mostAtOnce = mostAtOnce
    self.executor = executor
    self.interruption = interruption
    self.policy = policy
    self.keepsGoing = keepsGoing
    self.patience = patience
  }

  /// Makes all runs of the plan that were not made `earlier`. If one was disturbed, all builds' runs of its story and
  /// round are made again at once, as the policy says.
  ///
  /// `giveUp` is called for each story and build that gets no further run, and `isNeeded` asks whether a run is still
  /// needed when its turn comes. `store` keeps a run; it is called before one begins that was not made at once with
  /// it, and for each earlier run when the plan reaches it. An interrupted run is no result, and is not kept.
  /// - Returns: whether the plan was completed; false if Rehearse was asked to stop.
  /// - Throws: ``RunningError/planDeparture(position:planned:attempt:stored:)``, and errors of `store`; no further run
  ///   is made then.
  public func carryOut(
    _ plan: RunPlan, after earlier: EarlierRuns = EarlierRuns(),
    givingUp giveUp: (FailurePolicy.StoryOnBuild) -> Void = { _ in },
    isNeeded: (PlannedRun) -> Bool = { _ in true }, store: (Run) throws -> Void
  ) throws -> Bool {
    var ledger = DigestLedger()
    var hopeless = FailurePolicy(patience)
    // The plan may continue where other runs of the experiment ended.
    var position = (plan.runs.first?.position ?? 1) - 1
    for group in plan.groups {
      let group = group.filter { !hopeless.hasGivenUp(on: $0) }
      for attempt in 1...1 + max(0, policy.repeats) {
        var tried: [Run] = []
        var ahead: [Run] = []
        for (index, planned) in group.enumerated() where isNeeded(planned) {
          position += 1
          let planned = planned.made(at: position)
          var run: Run
          if let made = try earlier.run(planned, attempt: attempt) {
            run = made
          } else {
            if ahead.isEmpty {
              if interruption.isRaised { return false }
              let batch = group[(group.startIndex + index)...].prefix(max(1, mostAtOnce))
              let runs = batch.enumerated().map { $1.made(at: position + $0) }
              ahead = executor.execute(runs[...])
            }
            run = ahead.removeFirst()
            run.attempt = attempt
          }
          if run.failure?.reason == .interrupted { return false }
          run = ledger.checked(run)
          try store(run)
          hopeless.count(run)
          tried.append(run)
        }
        if attempt <= policy.repeats, policy.rule.settles(tried) { break }
      }
      if !keepsGoing { hopeless.take(group.map(\.side)).forEach(giveUp) }
    }
    return true
  }

  /// Makes all runs of the plan, in batches if the executor can: a batch is passed on as a whole.
  /// For runs that are neither made again nor stored.
  /// - Returns: as `carryOut(_:after:store:)`.
  /// - Throws: errors of `take`; no further run is made then.
  public func carryOutInBatches(_ plan: RunPlan, take: (Run) throws -> Void) rethrows -> Bool {
    precondition(policy.repeats == 0, "runs of a batch are not made again")
    var ledger = DigestLedger()
    var left = plan.runs[...]
    while !left.isEmpty {
      if interruption.isRaised { return false }
      let runs = executor.execute(left)
      for run in runs {
        let run = ledger.checked(run)
        try take(run)
        if run.failure?.reason == .interrupted { return false }
      }
      left = left.dropFirst(runs.count)
    }
    return true
  }
}
