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

  /// Makes the pairs of a plan that were not made before.
  /// - Parameters:
  ///   - earlier: the runs that were made before; none where the experiment begins.
  ///   - isNeeded: whether a pair is still to be made, asked when its turn comes; by default all are.
  ///   - store: keeps a pair; called before the next pair begins, and for each pair of before where
  ///     the plan comes to it. A pair that was interrupted is no result, and is not kept.
  /// - Returns: whether the plan was completed; false where Rehearse was asked to stop.
  /// - Throws: ``PlanDeparture``, and what `store` throws; no further pair is made then.
  public func carryOut(
    _ plan: PairPlan, after earlier: EarlierRuns = EarlierRuns(),
    isNeeded: (PlannedPair) -> Bool = { _ in true }, store: (Pair<Run>) throws -> Void
  ) throws -> Bool {
    for planned in plan.pairs where isNeeded(planned) {
      var pair: Pair<Run>
      if let made = try earlier.pair(planned) {
        pair = made
      } else {
        if interruption.isRaised { return false }
        pair = executor.execute(planned)
        if planned.isControl {
          // Nobody takes them for runs of the comparison, whatever arrangement they were made in.
          pair.baseline.kind = .control
          pair.candidate.kind = .control
        }
      }
      if pair.inOrder.contains(where: { $0.failure?.reason == .interrupted }) { return false }
      pair = ledger.checked(pair)
      try store(pair)
    }
    return true
  }
}
