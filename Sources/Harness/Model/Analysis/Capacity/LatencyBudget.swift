import DriverProtocol
import Metrics
import Scenarios

/// The limit of a percentile of latencies within which a server serves its users.
public struct LatencyBudget: Sendable, Equatable {
  /// A percentile.
  public enum Percentile: String, Sendable, Codable, CaseIterable {
    case p50, p90, p95, p99, p999

    /// The metric that measures it.
    public var metric: Metric {
      switch self {
      case .p50: .latencyP50
      case .p90: .latencyP90
      case .p95: .latencyP95
      case .p99: .latencyP99
      case .p999: .latencyP999
      }
    }

    /// The share of the requests that take at most as long.
    var share: Double {
      switch self {
      case .p50: 0.5
      case .p90: 0.9
      case .p95: 0.95
      case .p99: 0.99
      case .p999: 0.999
      }
    }

    /// The fewest users of a run, so that two requests or more are expected to take longer; for the median ten,
    /// because fewer hardly meet each other.
    public var fewestUsers: Int {
      switch self {
      case .p50: 10
      case .p90: 20
      case .p95: 40
      case .p99: 200
      case .p999: 2000
      }
    }
  }

  /// The place where a limit was found.
  public enum Source: String, Sendable, Codable, CaseIterable {
    /// The command line.
    case option
    /// The scenario's gate on that percentile.
    case gate
    /// Neither, so it is ``LatencyBudget/usual``.
    case usual = "default"
  }

  /// The percentile.
  public let percentile: Percentile
  /// Its limit, ns.
  public let limit: Double
  /// The place where the limit was found.
  public let source: Source

  /// The limit if nothing says another: up to a tenth of a second people take an answer for immediate (R. B. Miller,
  /// "Response time in man-computer conversational transactions", 1968). Without any, a queue that grows all the
  /// time would pass.
  public static let usual = Duration.milliseconds(100)

  /// The share by which users may come faster than they are served, about, in a run of this time that holds.
  ///
  /// If 1 + x times as many come, a queue grows all the time, and the wait in it by x a second. If users wait there for
  /// k requests, one after the other, their later ones come late, so the wait for each grows by 2x / (k + 1) a second.
  /// The percentile is what this comes to after its share of the time.
  public func unseenOverload(in time: Duration, requestsPerUser: Double) -> Double {
    limit / Double(time.nanoseconds) / percentile.share * (requestsPerUser + 1) / 2
  }

  /// The budget of a story: the given limit, else that of the scenario's last gate on the percentile, as in a check.
  /// Without a given percentile it is one that such a gate limits, else p99.
  public init(
    _ percentile: Percentile?, atMost limit: Duration?, of story: String, in scenario: Scenario
  ) {
    func gated(_ percentile: Percentile) -> Double? {
      scenario.gates.compactMap { gate -> Double? in
        guard gate.metric == percentile.metric, gate.covers(story: story),
          case .budget(let limit)? = gate.limit
        else { return nil }
        return limit
      }.last
    }
    let candidates = percentile.map { [$0] } ?? [.p99, .p999, .p95, .p90, .p50]
    let chosen = candidates.first { gated($0) != nil } ?? candidates[0]
    self.percentile = chosen
    if let limit {
      (self.limit, source) = (Double(limit.nanoseconds), .option)
    } else if let limit = gated(chosen) {
      (self.limit, source) = (limit, .gate)
    } else {
      (self.limit, source) = (Double(Self.usual.nanoseconds), .usual)
    }
  }
}
