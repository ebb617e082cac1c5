import Metrics

/// The results of pytest-benchmark, `--benchmark-json`: one process measures everything, so each round of a
/// benchmark is a run.
struct PytestBenchmarkResults: BenchmarkResults {
  static let tool = "pytest-benchmark"
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case benchmarks }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let benchmarks = try container.decode([Benchmark].self, forKey: .benchmarks)
    var runs = BenchmarkRuns()
    for (index, benchmark) in benchmarks.enumerated() {
      let times = benchmark.stats.times ?? [benchmark.stats.mean]
      try runs.add(
        times.map { [.wallTime: $0] }, of: benchmark.fullname,
        at: [CodingKeys.benchmarks, IndexKey(index)])
    }
    self.runs = runs.all
    losses = [
      ImportLoss.oneProcess(if: benchmarks.contains { $0.stats.times != nil }),
      ImportLoss.meanAlone(if: benchmarks.contains { $0.stats.times == nil }),
    ].compactMap(\.self)
  }

  private struct Benchmark: Decodable {
    /// The test with its file and parameters: `test_words.py::test_split[10]`.
    let fullname: String
    let stats: RoundTimes
  }

  /// Times of one call, ns.
  private struct RoundTimes: Decodable {
    /// The time of each round; nil in files saved without `--benchmark-save-data`.
    let times: [Double]?
    let mean: Double

    private enum CodingKeys: String, CodingKey { case data, mean }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      times = try container.amountsIfPresent(.data, scale: 1e9)
      mean = try container.amount(.mean, scale: 1e9)
    }
  }
}
