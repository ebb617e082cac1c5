import Metrics
import Recording
import Store
import Testing

/// Results of Google Benchmark: one file that it wrote itself, and others in the format that its documentation shows.
struct GoogleBenchmarkTests {
  @Test func `repetitions are runs, and of means alone each is the only run`() throws {
    let measurements = try Import.recorded("good-google-benchmark.json")
    #expect(
      measurements.runs.map(\.story)
        == ["BM_Count/8", "BM_Count/8", "BM_Sort/real_time", "BM_Means"])
    #expect(measurements.runs.map(\.round) == [1, 2, 1, 1])
    // In ns, ns, ms and us.
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 812.25, .cpuTime: 810.5, .throughput: 9_870_000 * 810.5 / 812.25],
        [.wallTime: 820.75, .cpuTime: 815.25, .throughput: 9_810_000 * 815.25 / 820.75],
        [.wallTime: 1_375_000, .cpuTime: 1_250_000], [.wallTime: 2500, .cpuTime: 2250],
      ])
    let sentences = [
      "the samples of a benchmark count as its runs, although one process made them all: they resemble "
        + "each other more than separate runs do, so intervals are too narrow.",
      "without samples, a benchmark's mean counts as its only run.",
      "failed, and left out: BM_Open (no file).",
    ]
    #expect(measurements.warnings == sentences.map { "good-google-benchmark.json: \($0)" })
  }

  @Test func `a file that version 1.7.1 wrote is read with all its digits`() throws {
    let measurements = try Import.recorded("good-google-benchmark-1.7.json")
    let runs = measurements.runs
    #expect(runs.map(\.story) == ["BM_Sort/100", "BM_Sort/1000"].flatMap { [$0, $0, $0] })
    #expect(runs.map(\.round) == [1, 2, 3, 1, 2, 3])
    // Its aggregates, from the mean to the coefficient of variation, are no runs.
    let (wall, cpu) = (
      [
        1.3371960089976065, 1.3494671708677428, 1.3334087545060433, 18.818280080629275,
        18.765439838103323, 23.121951465716577,
      ],
      [
        1.0085741068554879, 1.021053186353396, 1.011314934019955, 14.712575328614763,
        14.647835187057643, 14.969518705763404,
      ]
    )
    for (run, value) in zip(runs, zip(wall, cpu)) {
      let wallTime = try #require(run.measurements[.wallTime])
      #expect(abs(wallTime - value.0 * 1000) < 1e-9)
      #expect(abs(try #require(run.measurements[.cpuTime]) - value.1 * 1000) < 1e-9)
      // The file has items a second of CPU time; the name has how many items an iteration processes.
      let items = try #require(Double(run.story.dropFirst("BM_Sort/".count)))
      #expect(abs(try #require(run.measurements[.throughput]) * wallTime / 1e9 - items) < 1e-9)
    }
    #expect(
      measurements.warnings.dropFirst().map { $0.split(separator: ": ", maxSplits: 1)[1] } == [
        "failed, and left out: BM_Open (no file)."
      ])
  }

  @Test(arguments: [
    ("BM_a/8", 1000.0), ("BM_a/8/process_time", 1000), ("BM_a/8/real_time", 4000),
    ("BM_a/manual_time/threads:2", 4000), ("BM_real_time", 1000),
  ])
  func `items a second become those of elapsed time, and bytes a second are left out`(
    _ name: String, _ throughput: Double
  ) throws {
    let measurements = try Import.file(
      #"""
      {"context": {}, "benchmarks": [
       {"name": "\#(name)", "real_time": 20, "cpu_time": 5, "time_unit": "us",
        "bytes_per_second": 32000, "items_per_second": 4000}]}
      """#)
    #expect(
      measurements.runs.map(\.measurements) == [
        [.wallTime: 20e3, .cpuTime: 5e3, .throughput: throughput]
      ])
    #expect(
      measurements.warnings == [
        "f: left out, because Rehearse has no such metric: bytes_per_second."
      ])
  }

  @Test func `items in no time have no throughput, and fewer than none are refused`() throws {
    func file(_ rate: Int) -> String {
      #"""
      {"context": {}, "benchmarks": [
       {"name": "a", "real_time": 0, "cpu_time": 0, "items_per_second": \#(rate)}]}
      """#
    }
    let runs = try Import.file(file(9)).runs
    #expect(runs.map(\.measurements) == [[.wallTime: 0, .cpuTime: 0]])
    #expect(
      Import.mistake(in: file(-9))?.hasSuffix(
        "benchmarks[0].items_per_second: it is -9.0; allowed: 0 and more.") == true)
  }

  @Test func `files of early versions have neither kinds nor indices`() throws {
    let runs = try Import.file(
      #"""
      {"context": {}, "benchmarks": [
       {"name": "BM_a", "iterations": 9, "real_time": 10, "cpu_time": 9, "time_unit": "us"},
       {"name": "BM_a", "iterations": 9, "real_time": 11, "cpu_time": 8, "time_unit": "us"}]}
      """#
    ).runs
    #expect(
      runs.map(\.measurements) == [
        [.wallTime: 10e3, .cpuTime: 9e3], [.wallTime: 11e3, .cpuTime: 8e3],
      ])
  }

  @Test func `repetitions in two units are runs in one`() throws {
    let runs = try Import.file(
      #"""
      {"context": {}, "benchmarks": [
       {"name": "a", "repetition_index": 0, "real_time": 2, "cpu_time": 1, "time_unit": "ms"},
       {"name": "a", "repetition_index": 1, "real_time": 2500, "cpu_time": 1500, "time_unit": "us"}]}
      """#
    ).runs
    #expect(
      runs.map(\.measurements) == [
        [.wallTime: 2_000_000, .cpuTime: 1_000_000], [.wallTime: 2_500_000, .cpuTime: 1_500_000],
      ])
  }

  @Test func `a benchmark with the name of an earlier one is refused`() throws {
    let entry =
      #"{"name": "a", "run_type": "iteration", "repetition_index": 0, "real_time": 1, "cpu_time": 1}"#
    let mistake = Import.mistake(in: #"{"context": {}, "benchmarks": [\#(entry), \#(entry)]}"#)
    #expect(mistake == "f:1:31: benchmarks: 'a' appears twice in the file.")
  }
}
