import Recording
import Scenarios
import SystemPackage

/// Makes pairs of runs. Processes stay behind this protocol, as behind ``Executor``.
public protocol PairExecutor {
  /// Makes one pair. Whatever goes wrong is in the runs' endings.
  func execute(_ planned: PlannedPair) -> Pair<Run>
}

/// Makes each pair in the best arrangement that its story and the machine allow: a duet, or else
/// one run after the other. Every run records which it was, and why.
public struct ArrangedExecutor: PairExecutor {
  private let scenario: Scenario
  private let duets: Result<DuetExecutor, DuetError>
  private let solos: ProcessExecutor
  private let alone: Set<String>
  private let realTime: RealTimeClass?

  /// Prepares for a scenario.
  /// - Parameters:
  ///   - duets: makes duets, or says why there are none.
  ///   - solos: makes the runs of pairs that can't be duets.
  ///   - alone: stories with a gate on a metric that only solo runs have.
  ///   - realTime: the class of pairs that can't be duets; nil for the usual.
  public init(
    scenario: Scenario, duets: Result<DuetExecutor, DuetError>, solos: ProcessExecutor,
    alone: Set<String> = [], realTime: RealTimeClass? = nil
  ) {
    self.scenario = scenario
    self.realTime = realTime
    self.alone = alone
    self.duets = duets
    self.solos = solos
  }

  /// Makes one pair.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    guard scenario.allowsDuet(of: planned.story) else {
      return apart(because: .scenario).execute(planned)
    }
    if alone.contains(planned.story) {
      return apart(because: .gate).execute(planned)
    }
    switch duets {
    case .success(let duets): return duets.execute(planned)
    case .failure(let error):
      return apart(because: error.reason).execute(planned)
    }
  }

  private func apart(because reason: Arrangement.Reason) -> BackToBackExecutor {
    var solos = solos
    solos.isRealTime = realTime != nil
    return BackToBackExecutor(executor: solos, because: reason, in: realTime)
  }
}

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
