import Recording
import Scenarios
import SystemPackage

/// Makes each pair in the best arrangement that its story and the machine allow: a duet, or else
/// one run after the other. Every run says which it was, and why.
public struct ArrangedExecutor: PairExecutor {
  private let scenario: Scenario
  private let duets: Result<DuetExecutor, NoDuet>
  private let solos: ProcessExecutor
  private let alone: Set<String>

  /// Prepares for a scenario.
  /// - Parameters:
  ///   - duets: makes duets, or why there are none.
  ///   - solos: makes the runs of pairs that can't be duets.
  ///   - alone: stories of which a gate asks for what only runs that are alone give.
  public init(
    scenario: Scenario, duets: Result<DuetExecutor, NoDuet>, solos: ProcessExecutor,
    alone: Set<String> = []
  ) {
    self.scenario = scenario
    self.alone = alone
    self.duets = duets
    self.solos = solos
  }

  /// Makes one pair.
  public func execute(_ planned: PlannedPair) -> RunPair {
    guard scenario.allowsDuet(of: planned.story) else {
      return BackToBackExecutor(executor: solos, because: .scenario).execute(planned)
    }
    if alone.contains(planned.story) {
      return BackToBackExecutor(executor: solos, because: .gate).execute(planned)
    }
    switch duets {
    case .success(let duets): return duets.execute(planned)
    case .failure(let error):
      return BackToBackExecutor(executor: solos, because: error.reason).execute(planned)
    }
  }
}
