import Metrics
import Recording
import Store
import TestSupport
import Testing

/// Baselines of package-benchmark.
struct PackageBenchmarkTests {
  /// Histograms with two ranges in each half: 0, 1, 2, 3, then 4-5, 6-7, then 8-11, 12-15.
  private static func histogram(_ counts: String, greatest: Int = 0, half: Int = 1) -> String {
    """
    {"counts": [\(counts)], "maxValue": \(greatest), "unitMagnitude": 0,
     "subBucketHalfCountMagnitude": \(half), "_totalCount": 4}
    """
  }

  private static func result(_ metric: String, _ histogram: String) -> String {
    """
    {"metric": \(metric), "timeUnits": "nanoseconds", "scalingFactor": 1, "warmupIterations": 1,
     "tags": {}, "statistics": {"prefersLarger": false, "timeUnits": 0, "histogram": \(histogram)}}
    """
  }

  private static func baseline(_ results: String) -> String {
    """
    {"baselineName": "main", "machine": {"hostname": "h"}, "results": [
    {"target": "Words", "name": "count"}, [\(results)]]}
    """
  }

  private func imported(
    _ text: String, build: String? = nil
  ) throws(StoreError) -> ImportedMeasurements {
    var measurements = ImportedMeasurements()
    try measurements.add(text, file: "x/results.json", build: build)
    return measurements
  }

  private func mistake(in text: String) -> String? {
    do throws(StoreError) {
      _ = try imported(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a benchmark is one run, with the means of its iterations`() throws {
    let text = Self.baseline(
      [
        // 1, 3, 3 and 6 to 7, whose middle is 7.
        Self.result(#"{"wallClock": {}}"#, Self.histogram("0, 1, 0, 2, 0, 1", greatest: 7)),
        // Twice 8 to 11, whose middle is 10.
        Self.result(#"{"cpuTotal": {}}"#, Self.histogram("0, 0, 0, 0, 0, 0, 2, 0", greatest: 9)),
        // A peak is the greatest.
        Self.result(#"{"peakMemoryResident": {}}"#, Self.histogram("0, 1, 0, 1", greatest: 3)),
        Self.result(#"{"mallocCountTotal": {}}"#, Self.histogram("0, 1", greatest: 1)),
        Self.result(
          #"{"custom": {"_0": "words", "polarity": {"prefersLarger": {}}}}"#,
          Self.histogram("0, 1", greatest: 1)),
        // Not measured.
        Self.result(#"{"instructions": {}}"#, Self.histogram("0, 0")),
      ].joined(separator: ",\n"))
    let measurements = try imported(text)
    #expect(measurements.builds == ["main"])
    #expect(measurements.stories == ["Words.count"])
    #expect(
      measurements.runs.map(\.measurements) == [[.wallTime: 3.5, .cpuTime: 10, .peakMemory: 3]])
    #expect(measurements.runs.map(\.round) == [1])
    #expect(
      measurements.warnings == [
        "x/results.json: each benchmark is one run, the mean of up to 4 iterations in one process; "
          + "how these spread is left out. Import several baselines for a build to have an interval.",
        "x/results.json: left out, because Rehearse has no such metric: mallocCountTotal, words.",
      ])
  }

  @Test func `several baselines of a build count as its rounds`() throws {
    let text = Self.baseline(
      Self.result(#"{"wallClock": {}}"#, Self.histogram("0, 1", greatest: 1)))
    var measurements = ImportedMeasurements()
    try measurements.add(text, file: "a/results.json", build: "old")
    try measurements.add(text, file: "b/results.json", build: "old")
    try measurements.add(text, file: "c/results.json", build: "new")
    #expect(measurements.runs.map(\.build) == ["old", "old", "new"])
    #expect(measurements.runs.map(\.round) == [1, 2, 1])
    #expect(measurements.runs.map(\.position) == [1, 2, 3])
  }

  @Test func `a baseline without a name is named after its file`() throws {
    let text = Self.baseline(
      Self.result(#"{"wallClock": {}}"#, Self.histogram("0, 1", greatest: 1))
    ).replacing(#""baselineName": "main""#, with: #""baselineName": """#)
    #expect(try imported(text).builds == ["results"])
  }

  /// Files that package-benchmark 1.32.0 wrote of two benchmarks, the baseline without zeros at its
  /// histograms' ends; the means are those that it wrote itself, as scores of its JMH export.
  @Test func `recorded files of package-benchmark are imported with their means`() throws {
    func measurements(in file: String) throws -> [[Metric: Double]] {
      let path = Repository.path("Tests/FuzzingTests/Corpus/results/\(file)")
      return try imported(String(decoding: bytes(of: path), as: UTF8.self)).runs.map(\.measurements)
    }
    #expect(
      try measurements(in: "good-package-benchmark.json")
        == [[.wallTime: 341_376], [.wallTime: 755_468.8]])
    // Its raw data are the upper ends of ranges, here within 0.04 %.
    let exported = try measurements(in: "good-package-benchmark-jmh.json")
    #expect(exported.map { $0[.wallTime] } == [341_503, 755_685.4])
    #expect(exported.map { $0[.peakMemory] } == [24_330_239, 23_658_495])
  }

  @Test(arguments: [
    (#"{"baseline": "b", "result": []}"#, "x/results.json:1:1: no known tool writes such a file; "),
    ("{", "x/results.json:1:2: "),
    (#"{"baselineName": 3}"#, "x/results.json:1:18: baselineName is '3'; allowed: text."),
    (
      #"{"baselineName": "b"}"#, "x/results.json:1:1: the key 'results' is missing."
    ),
    (
      #"{"baselineName": "b", "results": []}"#,
      "x/results.json:1:1: there is nothing to import; "
    ),
    (
      baseline(result(#"{"wallClock": {}}"#, histogram("1, -1"))),
      "x/results.json:3:97: results[1][0].statistics.histogram.counts[1]: it is -1.0; allowed: 0"
    ),
    (
      baseline(result(#"{"wallClock": {}, "cpuTotal": {}}"#, histogram("1"))),
      "x/results.json:2:51: results[1][0].metric: there are 2 metrics, but only one can be named."
    ),
    (
      baseline(result(#"{"wallClock": {}}"#, histogram("1", half: 99))),
      "x/results.json:4:"
    ),
    (
      baseline(result(#"{"wallClock": {}}"#, "{}")), "x/results.json:"
    ),
    (
      #"{"baselineName": "b", "results": [{"target": "t", "name": "n"}]}"#, "x/results.json:"
    ),
    (
      #"{"baselineName": "b", "results": [{"target": "t", "name": "n"}, [], "#
        + #"{"target": "t", "name": "n"}, []]}"#,
      "x/results.json:1:69: results[2]: 't.n' appears twice in the file."
    ),
  ])
  func `a mistake in a package-benchmark file is reported with its place`(
    _ text: String, _ beginning: String
  ) throws {
    let words = try #require(mistake(in: text))
    #expect(words.hasPrefix(beginning), "\(words)")
  }
}
