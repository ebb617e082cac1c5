import Foundation
import Recording
import Reports
import TestSupport
import Testing

@testable import Exporting

/// Latencies of 1, 1, 1 and 2 ms, which HdrHistogram with three digits takes for 1.000 and 2.001 ms.
struct LatencyExportTests {
  @Test func `HdrHistogram's percentiles are a block for each load and request, over all runs`()
    throws
  {
    let text = try ExportFormat.hgrm.text(of: [Exported.load()])
    let blocks = text.components(separatedBy: "\n\n#")
    #expect(blocks.count == 1 + 1 && blocks[0].hasPrefix("# day on new\n"))
    #expect(blocks[1].hasPrefix(" day on new, list: GET /\n"))
    let lines = text.components(separatedBy: "\n").prefix { !$0.hasPrefix("# day on new,") }
    #expect(
      lines.dropFirst(1).prefix(3)
        == [
          "       Value     Percentile TotalCount 1/(1-Percentile)", "",
          "       1.000 0.000000000000          3           1.00",
        ])
    // Five ticks for each half of the distance to 100 %.
    let levels = lines.compactMap { Double($0.split(separator: " ").dropFirst().first ?? "") }
    #expect(
      levels == [
        0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.775, 1,
      ])
    #expect(
      lines.dropFirst(14)
        == [
          "       2.001 0.775000000000          4           4.44",
          "       2.001 1.000000000000          4",
          "#[Mean    =        1.250, StdDeviation   =        0.433]",
          "#[Max     =        2.001, Total count    =            4]",
          "#[Buckets =           11, SubBuckets     =         2048]", "",
        ])
  }

  // In a pair users come to a side for half of the time.
  @Test(arguments: [(nil as Arrangement?, 1.0), (.load(cpu: 1, crowding: nil), 2)])
  func `k6's summary has latencies in ms, requests and users, over all runs`(
    _ arrangement: Arrangement?, _ users: Double
  ) throws {
    let text = try ExportFormat.k6.text(of: [Exported.load(arrangement: arrangement)])
    let summary = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect((summary["root_group"] as? [String: Any])?["path"] as? String == "")
    let metrics = try #require(summary["metrics"] as? [String: [String: Double]])
    #expect(
      metrics.keys.sorted() == [
        "http_req_duration", "http_req_duration{name:list: GET /}", "http_reqs", "iterations",
      ])
    let duration = [
      "avg": 1.25024, "min": 0.999936, "med": 1.000447, "max": 2.000895, "p(90)": 2.000895,
      "p(95)": 2.000895,
    ]
    #expect(metrics["http_req_duration"] == duration)
    #expect(metrics["http_req_duration{name:list: GET /}"] == duration)
    #expect(metrics["http_reqs"] == ["count": 4, "rate": 2 * users])
    #expect(metrics["iterations"] == ["count": 2, "rate": users])
  }

  @Test func `k6's summary is of one load on one build`() throws {
    let error = #expect(throws: OutputError.self) {
      try ExportFormat.k6.text(of: [Exported.load(builds: ["old", "new"])])
    }
    #expect(
      error?.description
        == "k6 holds one load on one build, and there are 2. Choose one with --story and --build.")
  }

  @Test func `OpenMetrics has a histogram of each request`() throws {
    let text = try ExportFormat.openMetrics.text(of: [Exported.load()])
    let labels = #"experiment="e",story="day",build="new",step="list: GET /""#
    for line in [
      "# TYPE rehearse_latency_seconds histogram", "# UNIT rehearse_latency_seconds seconds",
      "rehearse_latency_seconds_bucket{\(labels),le=\"0.0005\"} 0",
      "rehearse_latency_seconds_bucket{\(labels),le=\"0.001\"} 3",
      "rehearse_latency_seconds_bucket{\(labels),le=\"0.002\"} 4",
      "rehearse_latency_seconds_bucket{\(labels),le=\"+Inf\"} 4",
      "rehearse_latency_seconds_count{\(labels)} 4",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    #expect(!text.contains(#"build="new",le="#))
    #expect(try !ExportFormat.openMetrics.text(of: [Exported.small]).contains("latency"))
  }
}
