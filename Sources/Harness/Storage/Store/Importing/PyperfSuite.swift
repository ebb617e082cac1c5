import Metrics

/// A suite of pyperf, `-o FILE`: it measures in many processes, so each process is a run, with the mean of its
/// values.
struct PyperfSuite: BenchmarkResults {
  static let tool = "pyperf"
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case benchmarks, metadata }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let common = try container.decodeIfPresent(Metadata.self, forKey: .metadata)
    let benchmarks = try container.decode([Benchmark].self, forKey: .benchmarks)
    var (runs, foreign, empty, values) = (BenchmarkRuns(), [String](), [String](), 0)
    for (index, benchmark) in benchmarks.enumerated() {
      let path: [any CodingKey] = [CodingKeys.benchmarks, IndexKey(index)]
      // What all benchmarks have in common is written once.
      guard let story = benchmark.metadata?.name ?? common?.name else {
        throw DecodingError.refused("the benchmark has no name", at: path)
      }
      let unit = benchmark.metadata?.unit ?? common?.unit ?? "second"
      guard unit == "second" else {
        foreign.append("\(story) in the unit '\(unit)'")
        continue
      }
      let peak = benchmark.metadata?.peak ?? common?.peak
      let processes = benchmark.runs.filter { $0.mean != nil }
      if processes.isEmpty { empty.append(story) }
      let measured = processes.map { process -> [Metric: Double] in
        var own: [Metric: Double] = [:]
        own[.wallTime] = process.mean
        own[.peakMemory] = process.metadata?.peak ?? peak
        return own
      }
      try runs.add(measured, of: story, at: path)
      values = max(values, processes.map(\.count).max() ?? 0)
    }
    self.runs = runs.all
    losses = [
      values > 1
        ? "each process is one run, the mean of up to \(values) values; how these spread is left out"
        : nil,
      ImportLoss.foreign(foreign), ImportLoss.empty(empty),
    ].compactMap(\.self)
  }

  private struct Benchmark: Decodable {
    let metadata: Metadata?
    let runs: [Process]
  }

  /// The facts about a process, a benchmark or a suite that are used here.
  private struct Metadata: Decodable {
    let name: String?
    let unit: String?
    /// The process's peak resident memory, bytes.
    let peak: Double?

    private enum CodingKeys: String, CodingKey {
      case name, unit
      case peak = "mem_max_rss"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      unit = try container.decodeIfPresent(String.self, forKey: .unit)
      peak = try container.amountIfPresent(.peak)
    }
  }

  /// One process; those that only calibrate the number of loops have no values.
  private struct Process: Decodable {
    let metadata: Metadata?
    /// The mean of its values, in seconds for each loop; ns if the unit is the second.
    let mean: Double?
    let count: Int

    private enum CodingKeys: String, CodingKey { case metadata, values }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      metadata = try container.decodeIfPresent(Metadata.self, forKey: .metadata)
      let values = try container.amountsIfPresent(.values, scale: 1e9) ?? []
      count = values.count
      mean = values.isEmpty ? nil : values.reduce(0) { $0 + $1 / Double(values.count) }
    }
  }
}
