import Recording
import Scenarios

/// Makes each pair in the best arrangement that its story and the machine allow: a duet, a gang, or else
/// one run after the other. Every run records which it was, and why.
public struct ArrangedExecutor: PairExecutor {
  private let scenario: Scenario
  private let duets: Result<DuetExecutor, DuetError>
  private let solos: ProcessExecutor
  private let gangs: DuetExecutor?
  private let alone: Set<String>
  private let reason: Arrangement.Reason
  private let inTurns: Set<String>
  private let realTime: RealTimeClass?

  /// Prepares for a scenario. `duets` makes duets, or says why there are none; `gangs` makes gangs, if there are any.
  /// `solos` makes the runs of all other pairs, in this real-time class, or in the usual class if nil. `alone` are the
  /// stories that can't be duets for the given reason, by default a gate on a metric that only solo runs have, `inTurns`
  /// those of them for which a gang does as well.
  public init(
    scenario: Scenario, duets: Result<DuetExecutor, DuetError>, solos: ProcessExecutor,
    gangs: DuetExecutor? = nil, alone: Set<String> = [],
    because reason: Arrangement.Reason = .gate, inTurns: Set<String> = [],
    realTime: RealTimeClass? = nil
  ) {
    self.scenario = scenario
    self.realTime = realTime
    self.gangs = gangs
    self.alone = alone
    self.reason = reason
    self.inTurns = inTurns
    self.duets = duets
    self.solos = solos
  }

  /// Makes one pair.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    guard scenario.allowsDuet(of: planned.story) else {
      return apart(because: .scenario).execute(planned)
    }
    if alone.contains(planned.story) {
      if let gangs, inTurns.contains(planned.story) { return gangs.execute(planned) }
      return apart(because: reason).execute(planned)
    }
    switch duets {
    case .success(let duets): return duets.execute(planned)
    case .failure(let error):
      return apart(because: error.reason).execute(planned)
    }
  }

  private func apart(because reason: Arrangement.Reason) -> BackToBackExecutor {
    guard let realTime else { return BackToBackExecutor(executor: solos, because: reason) }
    return BackToBackExecutor(
      executor: RealTimeExecutor(solos, in: realTime), because: reason, in: .realTime)
  }
}
