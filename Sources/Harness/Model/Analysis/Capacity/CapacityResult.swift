import Scenarios

/// The rates of users that the builds of a scenario can serve.
public struct CapacityResult: Sendable {
  /// The users, at any rate.
  public let load: AdjustableLoad
  /// The limit of latencies.
  public let budget: LatencyBudget
  /// The rates that were searched, users a second.
  public let rates: ClosedRange<Double>
  /// The builds, in the scenario's order; the first is the baseline.
  public let builds: [BuildCapacity]
  /// The reason why no more runs were made.
  public let ending: Ending

  /// A reason to make no more runs.
  public enum Ending: String, Sendable, Codable, CaseIterable {
    /// More runs would show nothing else.
    case concluded
    case timeUp = "time-up"
    /// The user asked to stop.
    case interrupted
  }

  /// A result.
  public init(
    of load: AdjustableLoad, within budget: LatencyBudget, in rates: ClosedRange<Double>,
    _ builds: [BuildCapacity], ending: Ending
  ) {
    (self.load, self.budget, self.rates) = (load, budget, rates)
    (self.builds, self.ending) = (builds, ending)
  }

  /// The story of many users.
  public var story: String { load.story }

  /// The time of the shortest runs at a lower bound, and the share of that rate by which builds may serve less for
  /// long, because a queue that grows so slowly stays within the limit until they end. Nil if it is below a twentieth,
  /// half of the gap that the search leaves between bounds, or if no lower bound is shown.
  public var unseenOverload: (time: Duration, share: Double)? {
    let times = builds.compactMap { $0.bounds.lower }.map { load.duration(at: $0) }
    guard let time = times.min() else { return nil }
    let more = budget.unseenOverload(in: time, requestsPerUser: load.requestsPerUser)
    let share = more / (1 + more)
    return share < 0.05 ? nil : (time: time, share: share)
  }

  /// The outcome: what could not be measured is Rehearse's failure, not the app's.
  public var outcome: Outcome {
    let ofBuilds = builds.map { build -> Outcome in
      switch build.conclusion {
      case .failed: .appFailed
      case .unmeasured: .toolFailed
      case .open: .inconclusive
      case .between, .atLeast, .below: .passed
      }
    }
    return (ofBuilds + [ending == .interrupted ? .interrupted : .passed]).max() ?? .passed
  }

  /// Each other build compared with the first; none with a build that failed or could not be measured.
  public var comparisons: [CapacityComparison] {
    guard let first = builds.first, !first.isVoid else { return [] }
    return builds.dropFirst().filter { !$0.isVoid }.map { CapacityComparison($0, with: first) }
  }
}

/// The capacity of a build as a multiple of another's.
public struct CapacityComparison: Sendable, Equatable {
  /// The build that another is compared with.
  public let baseline: String
  /// The compared build.
  public let candidate: String
  /// The bounds of candidate over baseline; nil for an open end.
  public let lower, upper: Double?

  fileprivate init(_ candidate: BuildCapacity, with baseline: BuildCapacity) {
    (self.baseline, self.candidate) = (baseline.build, candidate.build)
    let (own, other) = (candidate.bounds, baseline.bounds)
    func ratio(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { a / $0 } } }
    lower = ratio(own.lower, other.upper)
    upper = ratio(own.upper, other.lower)
  }

  /// A Boolean value indicating whether the intervals are apart, so that one build serves more.
  public var isDecided: Bool { (lower ?? 0) > 1 || (upper ?? .infinity) < 1 }
}
