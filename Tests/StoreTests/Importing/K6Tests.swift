import Metrics
import Recording
import Store
import Testing

/// Summaries of k6, in the forms of its own.
struct K6Tests {
  private static let statistics =
    "each time is a single run, the mean and the median, 90th, 95th, 99th and 99.9th percentiles over all "
    + "requests; all other statistics are left out."

  @Test func `the times of an exported summary are single runs`() throws {
    let measurements = try Import.recorded("good-k6-export.json")
    #expect(
      measurements.runs.map(\.story) == [
        "http_req_duration", "http_req_duration{expected_response:true}", "iteration_duration",
      ])
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 12.5e6, .latencyP50: 10.25e6, .latencyP90: 20.125e6, .latencyP95: 30.5e6],
        [.wallTime: 12e6, .latencyP50: 10e6, .latencyP90: 20e6, .latencyP95: 30e6],
        [
          .wallTime: 1012.5e6, .latencyP50: 1010.25e6, .latencyP90: 1020.125e6,
          .latencyP95: 1030.5e6,
        ],
      ])
    #expect(
      measurements.warnings == [
        "good-k6-export.json: \(Self.statistics)",
        "good-k6-export.json: left out, because Rehearse has no such metric: data_received, "
          + "http_reqs, queue_length, vus.",
      ])
  }

  @Test func `the data of handleSummary also tell which metrics of one's own are times`() throws {
    let measurements = try Import.recorded("good-k6-summary.json")
    #expect(measurements.runs.map(\.story) == ["checkout_time", "http_req_duration"])
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 250.5e6, .latencyP50: 240e6, .latencyP90: 280e6, .latencyP95: 290e6],
        [
          .wallTime: 12.5e6, .latencyP50: 10.25e6, .latencyP90: 20.125e6, .latencyP95: 30.5e6,
          .latencyP99: 60.75e6, .latencyP999: 80.25e6,
        ],
      ])
    #expect(
      measurements.warnings.last
        == "good-k6-summary.json: left out, because Rehearse has no such metric: http_reqs, "
        + "queue_length.")
  }

  @Test(arguments: [
    (#"{ "passes": 3, "fails": 7, "value": 0.3 }"#, true),
    (#"{ "type": "rate", "contains": "default", "values": { "rate": 0.3, "passes": 3 } }"#, true),
    (#"{ "passes": 0, "fails": 10, "value": 0 }"#, false),
  ])
  func `requests that failed are told, since the times include theirs`(
    _ failed: String, _ isTold: Bool
  ) throws {
    let measurements = try Import.file(
      #"{ "metrics": { "http_req_duration": { "avg": 2 }, "http_req_failed": \#(failed) } }"#)
    let told = measurements.warnings.filter {
      $0.hasSuffix(": http_req_failed is 0.3: the times include requests that failed.")
    }
    #expect(told.count == (isTold ? 1 : 0), "\(measurements.warnings)")
  }
}
