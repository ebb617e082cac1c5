import Metrics
import Recording
import Store
import Testing

/// Reports of BenchmarkDotNet, in the form of its own.
struct BenchmarkDotNetTests {
  /// 51,200 ns in 1,024 operations, and so on; of two launches the means of 10 and 10.5, and of 12 and 12.5.
  @Test func `iterations of one process are runs, and of several processes each is a run`() throws {
    let measurements = try Import.recorded("good-dotnet.json")
    #expect(
      measurements.runs.map(\.story) == [
        "Words.Counting.Split(Size=10)", "Words.Counting.Split(Size=10)", "Words.Counting.Join",
        "Words.Counting.Join", "Counting.Trim: Job-A(Runtime=.NET 8.0)",
        "Counting.Trim: Job-B(Runtime=.NET 9.0)",
      ])
    #expect(measurements.runs.map(\.round) == [1, 2, 1, 2, 1, 1])
    #expect(
      measurements.runs.map(\.measurements)
        == [50.0, 51, 10.25, 12.25, 3, 2.5].map { [Metric.wallTime: $0] })
    let sentences = [
      "each launched process is one run, the mean of its iterations; how these spread is left out.",
      "the samples of a benchmark count as its runs, although one process made them all: they resemble "
        + "each other more than separate runs do, so intervals are too narrow.",
      "left out, because Rehearse has no such metric: garbage collections and managed allocations.",
      "there is no value of Words.Counting.Broken, which is left out.",
    ]
    #expect(measurements.warnings == sentences.map { "good-dotnet.json: \($0)" })
  }

  @Test func `without measurements the samples count, and without them the mean`() throws {
    let measurements = try Import.file(
      #"""
      {"HostEnvironmentInfo": {}, "Benchmarks": [
       {"FullName": "a", "Statistics": {"OriginalValues": [4.5, 5.5], "Mean": 5}},
       {"FullName": "b", "Statistics": {"Mean": 7.5}, "Measurements": []}]}
      """#)
    #expect(measurements.runs.map(\.story) == ["a", "a", "b"])
    #expect(
      measurements.runs.map(\.measurements) == [4.5, 5.5, 7.5].map { [Metric.wallTime: $0] })
    #expect(
      measurements.warnings.last == "f: without samples, a benchmark's mean counts as its only run."
    )
  }

  @Test func `results of versions without stages are read`() throws {
    let runs = try Import.file(
      #"""
      {"HostEnvironmentInfo": {}, "Benchmarks": [{"FullName": "a", "Measurements": [
       {"IterationMode": "MainTarget", "LaunchIndex": 1, "Operations": 2, "Nanoseconds": 9},
       {"IterationMode": "Result", "LaunchIndex": 1, "Operations": 2, "Nanoseconds": 8}]}]}
      """#
    ).runs
    #expect(runs.map(\.measurements) == [[.wallTime: 4]])
  }
}
