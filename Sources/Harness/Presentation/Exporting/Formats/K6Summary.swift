import Recording
import Reports

/// The summary that k6 writes with `--summary-export`, of one load on one build: latencies in milliseconds over all
/// runs, those of single requests under k6's tag `name`; how many requests and users there were, and how many a second.
/// Requests that a user who failed was not answered, or never sent, are among them.
///
/// Source: the older of the summaries in <https://github.com/grafana/k6>, which has values right below a metric's name.
public enum K6Summary {
  private struct Summary: Encodable {
    let root_group = Group()
    let metrics: [String: [String: Double]]
  }

  /// The group of everything, which k6 always writes.
  private struct Group: Encodable {
    let name = ""
    let path = ""
    /// The MD5 of the path.
    let id = "d41d8cd98f00b204e9800998ecf8427e"
    let groups: [String: String] = [:]
    let checks: [String: String] = [:]
  }

  /// The file's text.
  /// - Throws: `OutputError.noMeasurements`, or `OutputError.severalLoads`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let latencies = try experiments.only(for: "k6").latencies
    let loads = latencies.filter { $0.step == nil }
    guard let load = loads.first else {
      throw .noMeasurements(format: "k6", wanted: "latencies of a load")
    }
    if loads.count > 1 { throw .severalLoads(format: "k6", count: loads.count) }
    var metrics = ["http_req_duration": trend(of: load.latencies)]
    metrics["http_reqs"] = counter(load.latencies.count, in: load.seconds)
    metrics["iterations"] = load.users.map { counter($0, in: load.seconds) }
    for request in latencies where request.story == load.story && request.build == load.build {
      guard let step = request.step else { continue }
      metrics["http_req_duration{name:\(step)}"] = trend(of: request.latencies)
    }
    return try PrintedJSON.file(Summary(metrics: metrics), format: "k6")
  }

  private static func trend(of latencies: LatencyHistogram) -> [String: Double] {
    [
      "avg": latencies.mean / 1e6,
      "min": Double(latencies.buckets.first?.lowest ?? 0) / 1e6,
      "med": Double(latencies.latency(ofShare: 0.5)) / 1e6,
      "max": Double(latencies.buckets.last?.highest ?? 0) / 1e6,
      "p(90)": Double(latencies.latency(ofShare: 0.9)) / 1e6,
      "p(95)": Double(latencies.latency(ofShare: 0.95)) / 1e6,
    ]
  }

  private static func counter(_ count: Int, in seconds: Double) -> [String: Double] {
    ["count": Double(count), "rate": seconds > 0 ? Double(count) / seconds : 0]
  }
}
