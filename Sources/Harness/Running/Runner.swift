import Recording

/// Carries out a plan, run after run; each is handed over before the next begins.
public struct Runner {
  private let executor: any Executor
  private let interruption: Interruption

  /// A runner.
  public init(executor: any Executor, interruption: Interruption) {
    self.executor = executor
    self.interruption = interruption
  }

  /// Makes all runs of the plan.
  /// - Parameter store: keeps a run; called before the next run begins.
  /// - Returns: whether the plan was completed; false where Rehearse was told to stop.
  /// - Throws: what `store` throws; no further run is made then.
  public func carryOut(_ plan: RunPlan, store: (Run) throws -> Void) rethrows -> Bool {
    var ledger = DigestLedger()
    for planned in plan.runs {
      if interruption.isRaised { return false }
      let run = ledger.checked(executor.execute(planned))
      try store(run)
      if run.failure?.reason == .interrupted { return false }
    }
    return true
  }
}
