import Recording
import Scenarios

/// Makes each pair in the best arrangement that its story and the machine allow: a duet, also two at once, a gang, or
/// else one run after the other. Every run records which it was, and why.
public struct ArrangedExecutor: PairExecutor {
  private let duets: Result<DuetExecutor, RunningError>
  private let solos: ProcessExecutor
  private let gangs: DuetExecutor?
  private let alone: [String: Arrangement.Reason]
  private let inTurns: Set<String>
  private let quota: Double?
  private let atOnce: DuetsAtOnce?

  /// Prepares for a scenario's pairs. `duets` makes duets, or says why there are none; `atOnce` makes two if it can,
  /// and `gangs` makes gangs, if there are any. `solos` makes the runs of all other pairs, in this real-time class, or
  /// in the usual class if nil. `inTurns` are the stories to be made as gangs, `alone` those that can't be duets, and
  /// why. A story that is to be a gang by its scenario, but is not in `inTurns`, is made one after the other, for that
  /// reason or because of a gate. `quota` is how many CPUs' worth of time control groups allow; nil for no limit.
  public init(
    duets: Result<DuetExecutor, RunningError>, solos: ProcessExecutor,
    gangs: DuetExecutor? = nil, alone: [String: Arrangement.Reason] = [:],
    inTurns: Set<String> = [], quota: Double? = nil,
    realTime: RealTimeClass? = nil, atOnce: DuetsAtOnce? = nil
  ) {
    self.atOnce = atOnce
    self.gangs = gangs
    self.alone = alone
    self.inTurns = inTurns
    self.quota = quota
    self.duets = duets
    var solos = solos
    solos.realTime = realTime
    self.solos = solos
  }

  /// Makes two pairs at once, or the first alone.
  public func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>] {
    if let two = atOnce?.execute(batch) { return two }
    return batch.prefix(1).map { planned in
      let pair = execute(planned)
      atOnce?.note(pair)
      return pair
    }
  }

  /// Makes one pair.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    let wanted = solos.setup.scenario.arrangement(of: planned.story)
    if wanted == .backToBack { return apart(because: .scenario).execute(planned) }
    let takesTurns = inTurns.contains(planned.story)
    // It counts in the usual class alone.
    if takesTurns, let quota, quota < 1, solos.realTime == nil {
      return apart(because: .quotaOfGang).execute(planned)
    }
    if takesTurns, let gangs { return gangs.execute(planned) }
    if wanted == .gang {
      let reason = alone[planned.story] ?? .gate
      let refusal = reason == .gate ? Arrangement.Reason.gateOfGang : reason
      return apart(because: takesTurns ? .noGangs : refusal).execute(planned)
    }
    if let reason = alone[planned.story] { return apart(because: reason).execute(planned) }
    switch duets {
    case .success(let duets): return duets.execute(planned)
    case .failure(.noDuet(let reason)): return apart(because: reason).execute(planned)
    case .failure(let error): return apart(because: .refused("\(error)")).execute(planned)
    }
  }

  private func apart(because reason: Arrangement.Reason) -> BackToBackExecutor {
    BackToBackExecutor(
      executor: solos, because: reason, in: solos.realTime == nil ? .usual : .realTime)
  }
}

extension Arrangement.Reason {
  /// A gang is wanted, and a gate can't do with it.
  static let gateOfGang = Self.refused(
    "the scenario says 'arrangement: gang', and a gate is on what turns would change")
  /// A gang is wanted, and a side might be charged for what the kernel holds back from both.
  static let quotaOfGang = Self.refused(
    "a quota of CPU time below one CPU would stop a side in the middle of its turn")
  /// A gang is wanted, and can't be had.
  static let noGangs = Self.refused(
    "the scenario says 'arrangement: gang', and this kernel does not list the children of a process"
  )
}
