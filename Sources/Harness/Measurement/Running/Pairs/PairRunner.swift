import Recording

/// Makes pairs, one after the other or some at once; those made are passed on before the next begin. One runner serves
/// all rounds of an experiment, because it remembers each story's outcome.
public final class PairRunner {
  private let executor: any PairExecutor
  private let interruption: Interruption
  private var ledger = DigestLedger()
  /// The most pairs that are made at once.
  private static let batchSize = 2

  /// Creates a runner.
  public init(executor: any PairExecutor, interruption: Interruption) {
    self.executor = executor
    self.interruption = interruption
  }

  /// Makes the pairs of a plan that were not made `earlier`, and are still needed when their turn comes. `store` keeps
  /// a pair; it is called before one begins that was not made at once with it, and for each earlier pair when the plan
  /// reaches it. An interrupted pair is no result, and is not kept.
  /// - Returns: whether the plan was completed; false if Rehearse was asked to stop.
  /// - Throws: ``RunningError/planDeparture(position:planned:attempt:stored:)``, and errors of `store`; no further
  ///   pair is made then.
  public func carryOut(
    _ plan: PairPlan, after earlier: EarlierRuns = EarlierRuns(),
    isNeeded: (PlannedPair) -> Bool = { _ in true }, store: (Pair<Run>) throws -> Void
  ) throws -> Bool {
    var left = plan.pairs[...]
    var batch: [PlannedPair] = []
    while true {
      batch.removeAll { !isNeeded($0) }
      while batch.count < Self.batchSize, let next = left.popFirst() {
        if isNeeded(next) { batch.append(next) }
      }
      guard let first = batch.first else { return true }
      var made: [Pair<Run>]
      if let pair = try earlier.pair(first) {
        made = [pair]
      } else {
        if interruption.isRaised { return false }
        made = executor.execute(batch[...])
        for (index, planned) in batch.prefix(made.count).enumerated() where planned.isControl {
          // They must not be taken for runs of the comparison, whatever their arrangement.
          made[index].baseline.kind = .control
          made[index].candidate.kind = .control
        }
      }
      batch.removeFirst(made.count)
      for pair in made {
        if pair.inOrder.contains(where: { $0.failure?.reason == .interrupted }) { return false }
        try store(ledger.checked(pair))
      }
    }
  }
}
