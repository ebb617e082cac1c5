import Metrics

/// A summary of k6, by `--summary-export` or the data of `handleSummary`: each of its times is a story with a
/// single run, the mean and the percentiles over all requests.
struct K6Summary: BenchmarkResults {
  static let tool = "k6"
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case metrics }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let metrics = try container.nestedContainer(keyedBy: NameKey.self, forKey: .metrics)
    var (runs, foreign, failed) = (BenchmarkRuns(), [String](), 0.0)
    for name in metrics.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let summary = try metrics.decode(MetricSummary.self, forKey: name)
      let measurements = summary.measurements
      if let share = summary.failed {
        failed = share
      } else if measurements.isEmpty {
        foreign.append(name.stringValue)
      } else {
        try runs.add([measurements], of: name.stringValue, at: [CodingKeys.metrics, name])
      }
    }
    self.runs = runs.all
    losses = [
      "each time is a single run, the mean and the median, 90th, 95th, 99th and 99.9th percentiles over all "
        + "requests; all other statistics are left out",
      // An error is often answered sooner than a success.
      failed > 0 ? "\(Self.failures) is \(failed): the times include requests that failed" : nil,
      ImportLoss.foreign(foreign),
    ].compactMap(\.self)
  }

  /// The metric that is the share of failed requests.
  private static let failures = "http_req_failed"

  /// Returns whether k6 itself measures times under a name; `--summary-export` does not write the kind of a
  /// metric. A threshold's part of a metric has tags in braces: `http_req_duration{status:200}`.
  private static func isTime(_ name: String) -> Bool {
    let times: Set = [
      "http_req_blocked", "http_req_connecting", "http_req_duration", "http_req_receiving",
      "http_req_sending", "http_req_tls_handshaking", "http_req_waiting", "iteration_duration",
      "group_duration", "grpc_req_duration", "ws_connecting", "ws_ping", "ws_session_duration",
    ]
    return times.contains(String(name.prefix { $0 != "{" }))
  }

  /// Statistics of one metric; times in ms.
  private struct MetricSummary: Decodable {
    /// Empty for what is no time.
    let measurements: [Metric: Double]
    /// The share of failed requests; nil if the metric is another.
    let failed: Double?

    private enum CodingKeys: String, CodingKey { case contains, values }

    private static let statistics: [(name: String, metric: Metric)] = [
      ("avg", .wallTime), ("med", .latencyP50), ("p(90)", .latencyP90), ("p(95)", .latencyP95),
      ("p(99)", .latencyP99), ("p(99.9)", .latencyP999),
    ]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let unit = try container.decodeIfPresent(String.self, forKey: .contains)
      let name = decoder.codingPath.last?.stringValue ?? ""
      let values =
        container.contains(.values)
        ? try container.nestedContainer(keyedBy: NameKey.self, forKey: .values)
        : try decoder.container(keyedBy: NameKey.self)
      failed =
        name == K6Summary.failures
        ? try values.amountIfPresent(NameKey(stringValue: "rate"))
          ?? values.amountIfPresent(NameKey(stringValue: "value")) : nil
      guard unit.map({ $0 == "time" }) ?? K6Summary.isTime(name) else {
        measurements = [:]
        return
      }
      var measurements: [Metric: Double] = [:]
      // Counters and rates have none of them.
      for (name, metric) in Self.statistics {
        measurements[metric] = try values.amountIfPresent(NameKey(stringValue: name), scale: 1e6)
      }
      self.measurements = measurements
    }
  }
}
