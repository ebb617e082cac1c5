import DriverProtocol
import Metrics
import Recording
import Statistics

/// A run at one rate of users.
public struct LoadRun: Sendable, Equatable {
  /// Users a second.
  public let rate: Double
  /// Its result.
  public let finding: CapacitySearch.Finding
  /// The median latency, ns; nil if it failed.
  public let median: Double?
  /// The budget's percentile of the latencies, ns; nil if it failed.
  public let latency: Double?
  /// The CPU time of all services over the elapsed time, percent of one CPU; nil if it failed or was not measured.
  public let cpu: Double?
  /// The users who got a wrong answer or none, percent of all; nil if none may, or if it failed or was not measured.
  public let errors: Double?
  /// The reason why it failed or was not measured; nil if it passed.
  public let failure: RunFailure?
  /// The shares of the CPUs that other programs and machines took meanwhile, if they were more than a run may lose.
  public let disturbances: [InterferenceExcess]

  /// Reads a run of a story of many users.
  public init(_ run: Run, at rate: Double, within budget: LatencyBudget) {
    self.rate = rate
    let starvation = run.failure == nil ? Self.starvation(of: run) : nil
    median = starvation == nil ? run.measurements[.latencyP50] : nil
    latency = starvation == nil ? run.measurements[budget.percentile.metric] : nil
    let elapsed = run.ownSteps.reduce(0) { $0 + Double($1.end &- $1.start) }
    let used = run.ownSteps.reduce(Duration.zero) { $0 + $1.servicesCPUTime }
    cpu = elapsed > 0 && starvation == nil ? 100 * Double(used.nanoseconds) / elapsed : nil
    let users = run.countOfLoads("users")
    let isMeasured = run.failure == nil && starvation == nil && users > 0
    errors = isMeasured ? run.measurements[.errors].map { 100 * $0 / Double(users) } : nil
    disturbances = Self.disturbances(of: run)
    if let failure = run.failure ?? starvation {
      self.failure = failure
      finding = failure.reason == .notMeasured ? .unmeasured : .failed
    } else if let latency {
      failure = nil
      finding = latency <= budget.limit ? .held : .exceeded
    } else {
      failure = RunFailure(
        reason: .notMeasured,
        message: "There were too few requests for a \(budget.percentile.rawValue).")
      finding = .unmeasured
    }
  }

  /// Threads of the service may keep each other and the sender waiting, so that alone disturbs nothing here.
  private static func disturbances(of run: Run) -> [InterferenceExcess] {
    let verdict = InterferenceRule.standard.verdict(on: run.interference, kind: run.kind)
    guard case .disturbed(let excesses) = verdict else { return [] }
    return excesses.filter { [.otherProcesses, .stolenTime].contains($0.cause) }
  }

  /// The failure of a run whose sender waited for a CPU for most of the time, by others; nil if it did not.
  ///
  /// The service itself may have had the CPUs, which is a matter of its capacity. What others took can't have caused
  /// more of the wait than it lasted, so they are to blame only if that is half of the wait or more.
  private static func starvation(of run: Run) -> RunFailure? {
    let most = UserArrivals.mostWaitingPercent
    guard let step = run.ownSteps.first, let percent = step.waitingPercent, percent > most,
      let interference = run.interference, let others = interference.others
    else { return nil }
    let taken = Double(others) + Double(interference.stolen ?? 0)
    let elapsed = Double(step.end &- step.start)
    guard taken >= elapsed * Double(percent) / 100 / 2 else { return nil }
    let share = NumberFormat.coarse.string(for: 100 * taken / max(1, elapsed))
    return RunFailure(
      reason: .notMeasured,
      message:
        "What sends the requests waited for a CPU for \(percent) % of the time (at most \(most) % is "
        + "allowed), while other programs took \(share) % of one: end those.")
  }
}

/// The runs of a build at one rate.
public struct LoadAtRate: Sendable, Equatable {
  /// Users a second.
  public let rate: Double
  /// The number of runs that held.
  public let held: Int
  /// The number of runs that were measured: others say nothing of the service.
  public let made: Int
  /// Medians over the runs that were measured to their end: of the median latency and of the budget's percentile,
  /// ns, of the services' CPU, percent of one CPU, and of the tolerated errors, percent of the users. Nil if there is
  /// no such run.
  public let median, latency, cpu, errors: Double?

  fileprivate init(_ runs: [LoadRun], at rate: Double) {
    func median(_ value: (LoadRun) -> Double?) -> Double? {
      let sorted = runs.compactMap(value).sorted()
      return sorted.isEmpty ? nil : sorted.medianOfSorted
    }
    self.rate = rate
    held = runs.count { $0.finding == .held }
    made = runs.count { $0.finding != .unmeasured }
    self.median = median(\.median)
    latency = median(\.latency)
    cpu = median(\.cpu)
    errors = median(\.errors)
  }
}

/// The rates of users that a build was measured at, and the rate that it can serve.
public struct BuildCapacity: Sendable {
  /// The build.
  public let build: String
  /// The search.
  public private(set) var search: CapacitySearch
  /// The runs, in order.
  public private(set) var runs: [LoadRun] = []

  /// The capacity of a build that has not been measured yet.
  public init(of build: String, by search: CapacitySearch) {
    (self.build, self.search) = (build, search)
  }

  /// Adds a run.
  public mutating func add(_ run: LoadRun) {
    runs.append(run)
    search.record(run.finding, at: run.rate)
  }

  /// The runs by rate, the lowest first.
  public var rates: [LoadAtRate] {
    Dictionary(grouping: runs, by: \.rate).sorted { $0.key < $1.key }
      .map { LoadAtRate($0.value, at: $0.key) }
  }

  /// The conclusion.
  public enum Conclusion: Sendable, Equatable {
    /// Both bounds are shown, users a second.
    case between(Double, Double)
    case atLeast(Double, OpenEnd)
    /// It serves less than this rate.
    case below(Double, OpenEnd)
    /// Neither bound is shown.
    case open
    /// Answers are wrong even at the lowest rate.
    case failed(RunFailure)
    /// No rate could be measured.
    case unmeasured(RunFailure)
  }

  /// The reason why a bound is missing.
  public enum OpenEnd: String, Sendable, Codable, CaseIterable {
    /// No rate beyond was to be tried.
    case range
    /// Higher rates could not be measured, mostly because the sender of the requests can't go faster.
    case unmeasured
    /// Too few runs were made.
    case runs
  }

  /// The conclusion from all runs.
  public var conclusion: Conclusion {
    if search.isAtFault, let failure = runs.last(where: { $0.finding == .failed })?.failure {
      return .failed(failure)
    }
    switch search.bounds {
    case (let lower?, let upper?): return .between(lower, upper)
    case (let lower?, nil):
      if lower == search.rates.upperBound { return .atLeast(lower, .range) }
      // What can't be measured limits the search only if all is shown that is below.
      return .atLeast(lower, search.ceiling != nil && search.next == nil ? .unmeasured : .runs)
    case (nil, let upper?): return .below(upper, upper == search.rates.lowerBound ? .range : .runs)
    case (nil, nil):
      if let failure = runs.last?.failure, runs.allSatisfy({ $0.finding == .unmeasured }) {
        return .unmeasured(failure)
      }
      return .open
    }
  }

  /// The bounds of the conclusion, users a second; nil for what is not shown.
  public var bounds: (lower: Double?, upper: Double?) {
    if search.isAtFault { return (nil, nil) }
    return search.bounds
  }

  /// The first failure at the lowest rate that could not be measured; nil if there is none.
  public var failureAtCeiling: RunFailure? {
    runs.first { $0.rate == search.ceiling && $0.finding == .unmeasured }?.failure
  }

  /// A Boolean value indicating whether nothing is known of its capacity, because it failed or could not be measured.
  var isVoid: Bool {
    switch conclusion {
    case .failed, .unmeasured: true
    case .between, .atLeast, .below, .open: false
    }
  }

  /// The first failure at the upper bound; nil if there is none, so that latencies alone were above the budget.
  public var failureAbove: RunFailure? {
    bounds.upper.flatMap { upper in runs.first { $0.rate == upper && $0.finding == .failed } }?
      .failure
  }
}
