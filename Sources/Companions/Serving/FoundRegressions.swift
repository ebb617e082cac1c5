import Analysis
import Experimenting
import Metrics
import Recording
import Store

/// The regressions that a store's checks found. Each check is read and judged once, until runs are merged or
/// pulled into it: a team's store has thousands.
final class FoundRegressions: Sendable {
  private typealias Judged = (experiment: Experiment, judgement: Judgement)

  /// An experiment, as one of the checks that may have found regressions.
  private enum Check {
    case judged(Judged)
    /// It can't be judged, which the store reported.
    case leftOut(Experiment)
    /// No check, or its row can't be read.
    case other
  }

  private let store: ResultStore
  private let judge: @Sendable (Experiment) throws -> Judgement?
  // All are needed at once, so none is dropped.
  private let checks = ResultCache<Check>(most: .max)
  // Following thousands of checks takes longer than the rest of a page.
  private let tracked = StoreResultCache<[TrackedRegression]>()
  private let withTrends = StoreResultCache<[RegressionWithTrend]>()

  /// A regression with the trend of its cell up to the latest check that shows it; nil with too few checks before.
  typealias RegressionWithTrend = (regression: TrackedRegression, trend: BranchTrend?)

  init(in store: ResultStore, judge: @escaping @Sendable (Experiment) throws -> Judgement?) {
    (self.store, self.judge) = (store, judge)
  }

  /// All of them, the latest first.
  func all() throws -> [TrackedRegression] { try all(in: store.states(), until: nil) ?? [] }

  func allWithTrends() throws -> [RegressionWithTrend] {
    let states = try store.states()
    if let known = withTrends.known(in: states) { return known }
    let found = try judged(states, until: nil) ?? []
    var known: [Int64: [BranchTrend]] = [:]
    let all = try TrackedRegression.all(in: found).map { regression -> RegressionWithTrend in
      // What is gone has no trend to watch, and those of steps are not kept.
      guard regression.gone == nil, regression.cell.step == nil else { return (regression, nil) }
      let number = regression.latest.number ?? 0
      let trends = try known[number] ?? Self.trends(of: regression.latest, among: found)
      known[number] = trends
      let own = trends.first {
        $0.story == regression.cell.story && $0.metric == regression.cell.metric
      }
      return (regression, own)
    }
    withTrends.keep(all, in: states)
    return all
  }

  private static func trends(of check: Experiment, among all: [Judged]) throws -> [BranchTrend] {
    guard let own = all.first(where: { $0.experiment.number == check.number }) else { return [] }
    let leading = BranchTrend.checks(leadingTo: check, among: all.map(\.experiment)).map(\.number)
    return try BranchTrend.all(
      of: own, after: all.filter { leading.contains($0.experiment.number) })
  }

  /// The checks that can't be judged, of those that were looked at: each may have found a regression, or shown that one
  /// is gone.
  func leftOut(in states: [Int64: ExperimentState]) -> [Experiment] {
    states.sorted { $0.key < $1.key }.compactMap { number, state in
      guard case .leftOut(let experiment)? = checks.known(of: number, in: state) else { return nil }
      return experiment
    }
  }

  /// All of them, from the current states of all experiments; nil if not all checks could be judged in time.
  func all(
    in states: [Int64: ExperimentState], until deadline: ContinuousClock.Instant?
  ) throws -> [TrackedRegression]? {
    if let known = tracked.known(in: states) { return known }
    guard let judged = try judged(states, until: deadline) else { return nil }
    let all = TrackedRegression.all(in: judged)
    tracked.keep(all, in: states)
    return all
  }

  private func judged(
    _ states: [Int64: ExperimentState], until deadline: ContinuousClock.Instant?
  ) throws -> [Judged]? {
    var judged: [Judged] = []
    for (number, state) in states where state.completedAt != nil {
      if checks.known(of: number, in: state) == nil, let deadline, ContinuousClock.now >= deadline {
        return nil
      }
      if case .judged(let found) = try checks.value(
        of: number, in: state, make: { try check(number) })
      {
        judged.append(found)
      }
    }
    return judged
  }

  private func check(_ number: Int64) throws -> Check {
    guard let experiment = try store.readable(numbered: number),
      experiment.decision?.purpose.isCheck == true
    else { return .other }
    guard case let judgement?? = try store.ifJudgeable(experiment, judge) else {
      return .leftOut(experiment)
    }
    return .judged((experiment, judgement))
  }
}
