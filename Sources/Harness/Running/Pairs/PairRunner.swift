import Recording

/// Carries out pairs, one after the other; each is handed over before the next begins. One runner
/// serves all rounds of an experiment: it remembers what each story led to.
public final class PairRunner {
  private let executor: any PairExecutor
  private let interruption: Interruption
  private var ledger = DigestLedger()

  /// A runner.
  public init(executor: any PairExecutor, interruption: Interruption) {
    self.executor = executor
    self.interruption = interruption
  }

  /// Makes the pairs of a plan.
  /// - Parameters:
  ///   - isNeeded: whether a pair is still to be made, asked when its turn comes; all are unless told.
  ///   - store: keeps a pair; called before the next pair begins.
  /// - Returns: whether the plan was completed; false where Rehearse was told to stop.
  /// - Throws: what `store` throws; no further pair is made then.
  public func carryOut(
    _ plan: PairPlan, isNeeded: (PlannedPair) -> Bool = { _ in true },
    store: (RunPair) throws -> Void
  ) rethrows -> Bool {
    for planned in plan.pairs where isNeeded(planned) {
      if interruption.isRaised { return false }
      var pair = executor.execute(planned)
      pair.baseline = ledger.checked(pair.baseline)
      pair.candidate = ledger.checked(pair.candidate)
      try store(pair)
      if pair.inOrder.contains(where: { $0.failure?.reason == .interrupted }) { return false }
    }
    return true
  }
}
