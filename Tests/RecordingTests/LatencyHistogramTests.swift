import Foundation
import Metrics
import Recording
import Testing

/// Expected buckets are those of HdrHistogram 2.2 with three significant digits.
struct LatencyHistogramTests {
  @Test func `latencies up to 2 µs have buckets of their own, and longer ones share some`() {
    let histogram = LatencyHistogram([2047, 4099, 0, 2048, 4096, 2049, -1, .max])
    #expect(histogram.buckets.map(\.lowest) == [0, 2047, 2048, 4096, 2047 << 52])
    #expect(histogram.buckets.map(\.highest) == [0, 2047, 2049, 4099, .max])
    #expect(histogram.buckets.map(\.count) == [2, 1, 2, 2, 1])
    #expect(histogram.buckets.map(\.octave) == [1, 1, 2, 3, 53])
    #expect(LatencyHistogram([2_000_000]).buckets[0].middle == 2_000_384)
  }

  @Test(arguments: [1, 999, 12_345, 1_234_567, 98_765_432_109] as [Int64])
  func `a latency is right to three digits`(_ latency: Int64) {
    let histogram = LatencyHistogram([latency])
    #expect((0...latency / 1000).contains(histogram.latency(atRank: 1) - latency))
    #expect(abs(histogram.mean - Double(latency)) <= Double(latency) / 1000)
    #expect(histogram.count(upTo: latency) == 1 && histogram.count(upTo: latency / 2) == 0)
  }

  @Test func `a percentile is known if at least one latency was longer`() {
    #expect(
      LatencyHistogram(Array(1...1001)).percentiles == [
        .latencyP50: 501, .latencyP90: 901, .latencyP95: 951, .latencyP99: 991,
        .latencyP999: 1000,
      ])
    #expect(
      LatencyHistogram(Array(1...10)).percentiles == [.latencyP50: 5, .latencyP90: 9])
    #expect(LatencyHistogram([7]).percentiles == [:])
    #expect(LatencyHistogram().percentiles == [:] && LatencyHistogram().mean == 0)
    #expect(LatencyHistogram([7, 8, 9]).latency(ofShare: 0.95) == 9)
  }

  @Test func `histograms are added up as if all latencies had been in one`() {
    let parts: [[Int64]] = [[5, 5000, 7], [], [7, 1 << 40]]
    #expect(
      LatencyHistogram(merging: parts.map { LatencyHistogram($0) })
        == LatencyHistogram(parts.flatMap(\.self)))
  }

  @Test func `it is written as distances and counts, and reads back as itself`() throws {
    let histogram = LatencyHistogram([5, 5, 7, 1 << 50])
    let json = try JSONEncoder().encode(LatencyHistogram([5, 5, 7]))
    #expect(String(decoding: json, as: UTF8.self) == "[5,2,2,1]")
    let data = try JSONEncoder().encode(histogram)
    #expect(try JSONDecoder().decode(LatencyHistogram.self, from: data) == histogram)
  }

  @Test(arguments: ["[1]", "[-1,1]", "[5,0]", "[5,1,0,1]", "[55296,1]", "[55295,1,1,1]", "{}"])
  func `a list that is no histogram is refused`(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LatencyHistogram.self, from: Data(json.utf8))
    }
  }
}
