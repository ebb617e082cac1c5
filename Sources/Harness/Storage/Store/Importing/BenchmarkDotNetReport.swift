import Metrics

/// A report of BenchmarkDotNet, `*-report-full.json`: if it launched several processes, each is a run, with the
/// mean of its iterations; otherwise each iteration is a run.
struct BenchmarkDotNetReport: BenchmarkResults {
  static let tool = "BenchmarkDotNet"
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case benchmarks = "Benchmarks" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let benchmarks = try container.decode([Benchmark].self, forKey: .benchmarks)
    let names = Dictionary(grouping: benchmarks, by: \.fullName).mapValues(\.count)
    var (runs, empty) = (BenchmarkRuns(), [String]())
    for (index, benchmark) in benchmarks.enumerated() {
      // Several jobs measure one benchmark, for example on several runtimes.
      let story =
        names[benchmark.fullName] == 1
        ? benchmark.fullName : benchmark.displayInfo ?? benchmark.fullName
      if benchmark.times.isEmpty { empty.append(story) }
      try runs.add(
        benchmark.times.map { [.wallTime: $0] }, of: story,
        at: [CodingKeys.benchmarks, IndexKey(index)])
    }
    self.runs = runs.all
    losses = [
      benchmarks.contains { $0.source == .launches }
        ? "each launched process is one run, the mean of its iterations; how these spread is left out"
        : nil,
      ImportLoss.oneProcess(if: benchmarks.contains { $0.source == .iterations }),
      ImportLoss.meanAlone(if: benchmarks.contains { $0.source == .mean && !$0.times.isEmpty }),
      benchmarks.contains { $0.hasMemory }
        ? "left out, because Rehearse has no such metric: garbage collections and managed allocations"
        : nil,
      ImportLoss.empty(empty),
    ].compactMap(\.self)
  }

  private struct Benchmark: Decodable {
    /// The method with its type and parameters: `Words.Counting.Split(Size: 10)`.
    let fullName: String
    /// The same with the job.
    let displayInfo: String?
    /// The times of an operation, one for each run, ns; none if the benchmark failed.
    let times: [Double]
    let source: TimeSource
    let hasMemory: Bool

    enum TimeSource { case launches, iterations, mean }

    private enum CodingKeys: String, CodingKey {
      case fullName = "FullName"
      case displayInfo = "DisplayInfo"
      case measurements = "Measurements"
      case statistics = "Statistics"
      case memory = "Memory"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      fullName = try container.decode(String.self, forKey: .fullName)
      displayInfo = try container.decodeIfPresent(String.self, forKey: .displayInfo)
      hasMemory = container.contains(.memory)
      let results =
        try container.decodeIfPresent([Measurement].self, forKey: .measurements)?
        .filter(\.isResult) ?? []
      let launches = Dictionary(grouping: results, by: \.launch)
      let statistics = try container.decodeIfPresent(SampleStatistics.self, forKey: .statistics)
      if launches.count > 1 {
        source = .launches
        times = launches.sorted { $0.key < $1.key }.map { _, own in
          own.reduce(0) { $0 + $1.time / Double(own.count) }
        }
      } else if !results.isEmpty {
        source = .iterations
        times = results.map(\.time)
      } else if let samples = statistics?.samples {
        // The brief report lacks measurements; its samples don't say which process made them.
        source = .iterations
        times = samples
      } else {
        source = .mean
        times = [statistics?.mean].compactMap(\.self)
      }
    }
  }

  private struct SampleStatistics: Decodable {
    let samples: [Double]?
    let mean: Double

    private enum CodingKeys: String, CodingKey {
      case samples = "OriginalValues"
      case mean = "Mean"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      samples = try container.amountsIfPresent(.samples)
      mean = try container.amount(.mean)
    }
  }

  private struct Measurement: Decodable {
    /// A Boolean value indicating whether it is part of the result: no warm-up, and without the loop's own
    /// cost.
    let isResult: Bool
    let launch: Int
    /// The time of an operation, ns.
    let time: Double

    private enum CodingKeys: String, CodingKey {
      case mode = "IterationMode"
      case stage = "IterationStage"
      case launch = "LaunchIndex"
      case operations = "Operations"
      case nanoseconds = "Nanoseconds"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let mode = try container.decode(String.self, forKey: .mode)
      let stage = try container.decodeIfPresent(String.self, forKey: .stage)
      // Versions before 0.11 have no stages.
      isResult = mode == "Workload" && stage == "Result" || mode == "Result" && stage == nil
      launch = try container.decode(Int.self, forKey: .launch)
      guard isResult else {
        time = 0
        return
      }
      let operations = try container.amount(.operations)
      time = try container.amount(.nanoseconds) / operations
      guard time.isFinite else {
        throw DecodingError.refused(
          "it is \(operations); allowed: 1 and more",
          at: container.codingPath + [CodingKeys.operations])
      }
    }
  }
}
