import Analysis
import Experimenting
import Recording
import Store

/// The regressions that a store's checks found. Each check is read and judged once, until runs are merged or
/// pulled into it: a team's store has thousands.
final class FoundRegressions: Sendable {
  private typealias Judged = (experiment: Experiment, judgement: Judgement)

  private let store: ResultStore
  private let judge: @Sendable (Experiment) throws -> Judgement?
  // All are needed at once, so none is dropped.
  private let checks = ExperimentMemory<Judged?>(most: .max)

  init(in store: ResultStore, judge: @escaping @Sendable (Experiment) throws -> Judgement?) {
    (self.store, self.judge) = (store, judge)
  }

  /// All of them, the latest first.
  func all() throws -> [TrackedRegression] {
    TrackedRegression.all(in: try judged(store.states(), until: nil) ?? [])
  }

  /// The same, from the current states of all experiments; nil if not all checks could be judged in time.
  func all(
    in states: [Int64: ExperimentState], until deadline: ContinuousClock.Instant
  ) throws -> [TrackedRegression]? {
    try judged(states, until: deadline).map(TrackedRegression.all)
  }

  private func judged(
    _ states: [Int64: ExperimentState], until deadline: ContinuousClock.Instant?
  ) throws -> [Judged]? {
    var judged: [Judged] = []
    for (number, state) in states where state.completedAt != nil {
      if let known = checks.known(of: number, in: state) {
        if let known { judged.append(known) }
        continue
      }
      if let deadline, ContinuousClock.now >= deadline { return nil }
      if let found = try checks.value(of: number, in: state, make: { try check(number) }) {
        judged.append(found)
      }
    }
    return judged
  }

  /// Nil if the experiment is no check, or can't be read.
  private func check(_ number: Int64) throws -> Judged? {
    guard let experiment = try store.readable(numbered: number),
      experiment.decision?.purpose.isCheck == true
    else { return nil }
    return try store.ifReadable(experiment, judge)?.map { (experiment, $0) }
  }
}
