import Recording
import SystemPackage

/// Makes the runs of a pair one after the other, each alone, if they can't be made at once.
public struct BackToBackExecutor: PairExecutor {
  private let executor: any Executor
  private let arrangement: Arrangement
  private let realTime: RealTimeClass?

  /// - Parameters:
  ///   - executor: makes single runs.
  ///   - reason: why the pairs are not made at once.
  ///   - realTime: the class in which it makes them; nil for the usual.
  public init(
    executor: any Executor, because reason: Arrangement.Reason, in realTime: RealTimeClass? = nil
  ) {
    self.executor = executor
    self.realTime = realTime
    arrangement = .backToBack(reason, in: realTime == nil ? .usual : .realTime)
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
    var run = made(planned)
    run.arrangement = arrangement
    return run
  }

  private func made(_ planned: PlannedRun) -> Run {
    guard let realTime else { return executor.execute(planned) }
    do throws(Errno) {
      return try realTime.above { executor.execute(planned) }
    } catch {
      var run = Run(planned)
      run.ending = .failed(.classNotEntered(error))
      return run
    }
  }

  private func notBegun(of side: PairSide, _ planned: PlannedPair) -> Run {
    var run = Run(planned.run(of: side, kind: .solo))
    run.arrangement = arrangement
    run.ending = .failed(.interrupted)
    return run
  }
}
