import Recording

/// Makes the runs of a pair one after the other, each alone, if they can't be made at once.
public struct BackToBackExecutor: PairExecutor {
  private let executor: any Executor
  private let arrangement: Arrangement

  /// Makes single runs with an executor, which puts them into this class; the reason is why pairs are not made at
  /// once.
  public init(
    executor: any Executor, because reason: Arrangement.Reason,
    in schedulingClass: Arrangement.SchedulingClass = .usual
  ) {
    self.executor = executor
    arrangement = .backToBack(reason, in: schedulingClass)
  }

  /// Makes the first side's run, then the other's, even if the first failed: they are independent.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    let first = run(of: planned.first, planned)
    let second =
      first.failure?.reason == .interrupted
      ? notBegun(of: planned.first.other, planned) : run(of: planned.first.other, planned)
    return planned.first == .baseline
      ? Pair(baseline: first, candidate: second) : Pair(baseline: second, candidate: first)
  }

  private func run(of side: PairSide, _ planned: PlannedPair) -> Run {
    let planned = planned.run(of: side, kind: .solo)
    var run = executor.execute(planned)
    run.arrangement = arrangement
    return run
  }

  private func notBegun(of side: PairSide, _ planned: PlannedPair) -> Run {
    var run = Run(planned.run(of: side, kind: .solo))
    run.arrangement = arrangement
    run.ending = .failed(.interrupted)
    return run
  }
}
