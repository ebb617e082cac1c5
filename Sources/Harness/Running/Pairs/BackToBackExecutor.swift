import Recording

/// Makes the runs of a pair one after the other, each alone, where they can't be made at once.
public struct BackToBackExecutor: PairExecutor {
  private let executor: any Executor
  private let reason: Arrangement.Reason

  /// - Parameters:
  ///   - executor: makes single runs.
  ///   - reason: why the pairs are not made at once.
  public init(executor: any Executor, because reason: Arrangement.Reason) {
    self.executor = executor
    self.reason = reason
  }

  /// Makes the first side's run, then the other's, also where the first failed: neither knows of
  /// the other.
  public func execute(_ planned: PlannedPair) -> RunPair {
    let first = run(of: planned.first, planned)
    let second =
      first.failure?.reason == .interrupted
      ? notBegun(of: planned.first.other, planned) : run(of: planned.first.other, planned)
    return planned.first == .baseline
      ? RunPair(baseline: first, candidate: second) : RunPair(baseline: second, candidate: first)
  }

  private func run(of side: PairSide, _ planned: PlannedPair) -> Run {
    var run = executor.execute(planned.run(of: side, kind: .solo))
    run.arrangement = .backToBack(reason)
    return run
  }

  private func notBegun(of side: PairSide, _ planned: PlannedPair) -> Run {
    var run = Run(planned.run(of: side, kind: .solo))
    run.arrangement = .backToBack(reason)
    run.ending = .failed(.interrupted)
    return run
  }
}
