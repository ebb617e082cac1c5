import Metrics
import Recording
import Store
import TestSupport
import Testing

/// Results in the JSON of JMH.
struct JMHTests {
  private static func entry(
    _ name: String = "org.words.Count.count", mode: String = "avgt", threads: Int = 1,
    params: String = "", unit: String = "us/op", score: String = "2.5", raw: String,
    others: String = ""
  ) -> String {
    """
    {"jmhVersion": "1.37", "benchmark": "\(name)", "mode": "\(mode)", "threads": \(threads),
     "forks": 2, \(params.isEmpty ? "" : #""params": {\#(params)}, "#)"primaryMetric": {
     "score": \(score), "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
     "scorePercentiles": {"0.0": 1.0}, "scoreUnit": "\(unit)", \(raw)},
     "secondaryMetrics": {\(others)}}
    """
  }

  private func imported(_ entries: String...) throws(StoreError) -> ImportedMeasurements {
    var measurements = ImportedMeasurements()
    try measurements.add(
      "[\n\(entries.joined(separator: ",\n"))]", file: "x/jmh.json", build: nil)
    return measurements
  }

  private func times(_ entry: String) throws -> [Double?] {
    try imported(entry).runs.map { $0.measurements[.wallTime] }
  }

  @Test func `each mode of a JMH benchmark is a story`() throws {
    let measurements = try imported(
      Self.entry(mode: "avgt", raw: #""rawData": [[2.0]]"#),
      Self.entry(mode: "thrpt", unit: "ops/us", raw: #""rawData": [[0.25]]"#),
      Self.entry("other", raw: #""rawData": [[1.0]]"#))
    #expect(
      measurements.runs.map(\.story) == [
        "org.words.Count.count mode=avgt", "org.words.Count.count mode=thrpt", "other",
      ])
    #expect(measurements.runs.map { $0.measurements[.wallTime] } == [2000, 4000, 1000])
  }

  @Test func `each JMH fork is a run, with the mean of its iterations`() throws {
    let measurements = try imported(
      Self.entry(
        raw: #""rawData": [[1.5, 2.5], [3.0, 5.0]]"#,
        others: #"""
          "·gc.alloc.rate": {"score": 1.0, "scoreError": "NaN", "scoreUnit": "MB/sec", "rawData": \#
          [[1.0]]}
          """#),
      Self.entry(
        params: #""size": "10", "kind": "a b""#, unit: "ms/op", raw: #""rawData": [[4.0]]"#))
    #expect(measurements.builds == ["jmh"])
    #expect(
      measurements.runs.map(\.story) == [
        "org.words.Count.count", "org.words.Count.count",
        "org.words.Count.count kind=a b size=10",
      ])
    #expect(measurements.runs.map(\.round) == [1, 2, 1])
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 2000], [.wallTime: 4000], [.wallTime: 4_000_000],
      ])
    #expect(
      measurements.warnings == [
        "x/jmh.json: each fork is one run, the mean of up to 2 iterations; how these spread is left "
          + "out.",
        "x/jmh.json: left out, because Rehearse has no such metric: ·gc.alloc.rate.",
      ])
  }

  @Test(arguments: [
    ("ns/op", 8.0), ("us/op", 8e3), ("ms/op", 8e6), ("s/op", 8e9), ("min/op", 480e9),
    ("hr/op", 28_800e9), ("day/op", 691_200e9),
    // 8 operations a unit of time.
    ("ops/ns", 0.125), ("ops/us", 125), ("ops/ms", 125e3), ("ops/s", 125e6), ("ops/min", 7.5e9),
  ])
  func `times and rates in any unit become the time of one operation`(
    _ unit: String, _ time: Double
  ) throws {
    #expect(try times(Self.entry(unit: unit, raw: #""rawData": [[8.0]]"#)) == [time])
  }

  @Test func `the throughput of several threads becomes the time of an operation in one of them`()
    throws
  {
    // Four threads with 8 operations a second together: each takes half a second for one.
    #expect(
      try times(
        Self.entry(mode: "thrpt", threads: 4, unit: "ops/s", raw: #""rawData": [[8.0]]"#))
        == [0.5e9])
  }

  @Test func `samples are weighted by how often they were measured`() throws {
    let raw = #""rawDataHistogram": [[[[1.0, 3], [5.0, 1]], [[2.0, 4]]], [[[7.0, 2]]]]"#
    #expect(try times(Self.entry(mode: "sample", unit: "ns/op", raw: raw)) == [2, 7])
  }

  @Test func `without raw data the score counts as the only run`() throws {
    let measurements = try imported(Self.entry(unit: "ns/op", raw: #""rawData": []"#))
    #expect(measurements.runs.map(\.measurements) == [[.wallTime: 2.5]])
    #expect(
      measurements.warnings == [
        "x/jmh.json: without raw data, a benchmark's score counts as its only run."
      ])
  }

  /// Its throughput is counted as JMH's; what else it has stands under the names of its tables, times
  /// in µs.
  @Test func `a JMH file from package-benchmark also gives its other metrics`() throws {
    let scores = { (score: Double, unit: String) in
      #"{"score": \#(score), "scoreUnit": "\#(unit)", "rawData": [[\#(score), \#(score + 2)]]}"#
    }
    let measurements = try imported(
      Self.entry(
        "package.benchmark.Words.count", mode: "thrpt", unit: "# / s",
        raw: #""rawData": [[400.0, 600.0]]"#,
        others: """
          "Time (total CPU)": \(scores(1000, "μs")), "Time (wall clock)": \(scores(2000, "μs")),
          "Memory (resident peak)": \(scores(9_000_000, "#")), "Malloc (total)": \(scores(5, "#"))
          """))
    #expect(
      measurements.runs.map(\.measurements) == [
        [.cpuTime: 1_001_000, .wallTime: 2_001_000, .peakMemory: 9_000_002]
      ])
    #expect(
      measurements.warnings.last
        == "x/jmh.json: left out, because Rehearse has no such metric: Malloc (total).")
  }

  @Test(arguments: [
    ("", "x/jmh.json:1:1: there is nothing to import."),
    (
      entry(raw: #""rawData": [[1.0, "NaN"]]"#),
      "[0].primaryMetric.rawData[0][1] is 'NaN'; allowed: a number."
    ),
    (entry(score: #""NaN""#, raw: #""rawData": []"#), "[0].primaryMetric.score is 'NaN'"),
    (
      entry(unit: "furlongs", raw: #""rawData": [[1.0]]"#),
      "its unit is 'furlongs'; allowed: a time per operation, as in ms/op, or operations per time, as in "
        + "ops/s."
    ),
    (entry(unit: "ops/s", raw: #""rawData": [[0.0]]"#), "there were no operations in a fork."),
    (entry(raw: #""rawData": [[-1.0]]"#), "a fork's mean is -1.0; allowed: 0 and more."),
    (entry(raw: #""rawData": [[1e308]]"#), "wall-time is out of range."),
    (entry(raw: #""rawDataHistogram": [[[[1.0]]]]"#), "is not a value and its count."),
    (entry("", raw: #""rawData": [[1.0]]"#), "the benchmark has no name."),
    (
      entry(raw: #""rawData": [[1.0]]"#) + "," + entry(raw: #""rawData": [[1.0]]"#),
      "'org.words.Count.count' appears twice in the file; allowed: each benchmark once in each mode."
    ),
    (#"{"benchmark": "b"}"#, "the key 'primaryMetric' is missing."),
    ("3", "[0] is '3'; allowed: an object."),
  ])
  func `a JMH file that can't be imported is refused with the place and reason`(
    _ entries: String, _ end: String
  ) throws {
    do throws(StoreError) {
      _ = try imported(entries)
      Issue.record("it was taken in")
    } catch {
      #expect(error.description.contains(end), "\(error)")
      guard case .malformed("x/jmh.json", let line, let column, _, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(line >= 1 && column >= 1)
    }
  }
}
