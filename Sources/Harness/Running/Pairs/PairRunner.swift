import Recording

/// Makes pairs one after the other; each is passed on before the next begins. One runner serves all
/// rounds of an experiment, because it remembers each story's outcome.
public final class PairRunner {
  private let executor: any PairExecutor
  private let interruption: Interruption
  private var ledger = DigestLedger()

  /// Creates a runner.
  public init(executor: any PairExecutor, interruption: Interruption) {
    self.executor = executor
    self.interruption = interruption
  }

  /// Makes the pairs of a plan that were not made before.
  /// - Parameters:
  ///   - plan: the pairs, in the order in which they are made.
  ///   - earlier: the runs that were made before; none if the experiment begins.
  ///   - isNeeded: whether a pair is still needed, asked when its turn comes; by default all are.
  ///   - store: keeps a pair; called before the next pair begins, and for each earlier pair when the plan reaches it.
  ///     An interrupted pair is no result, and is not kept.
  /// - Returns: whether the plan was completed; false if Rehearse was asked to stop.
  /// - Throws: ``RunningError/planDeparture(position:planned:attempt:stored:)``, and errors of `store`; no further
  ///   pair is made then.
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
          // They must not be taken for runs of the comparison, whatever their arrangement.
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
