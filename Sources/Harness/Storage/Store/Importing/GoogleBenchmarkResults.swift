import Metrics
import Statistics

/// The results of Google Benchmark, `--benchmark_out_format=json`: each repetition is a run. A benchmark of which
/// only aggregates were kept has one run, their mean.
struct GoogleBenchmarkResults: BenchmarkResults {
  static let tool = "Google Benchmark"
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case benchmarks }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // The complexity of a family of benchmarks is no time.
    let results = try container.decode([Repetition].self, forKey: .benchmarks)
      .filter { $0.aggregate != "BigO" && $0.aggregate != "RMS" }
    let ofStory = Dictionary(grouping: results, by: \.story)
    var (runs, empty, failed) = (BenchmarkRuns(), [String](), [String]())
    var (hasMeansAlone, hasRepetitions) = (false, false)
    for story in results.map(\.story).uniqued {
      let own = ofStory[story] ?? []
      let path: [any CodingKey] = [CodingKeys.benchmarks]
      let numbers = own.filter { !$0.isAggregate }.compactMap(\.repetition)
      if Set(numbers).count < numbers.count {
        throw DecodingError.refused("'\(story)' appears twice in the file", at: path)
      }
      failed += own.compactMap(\.failure).map { "\(story) (\($0))" }
      let repetitions = own.filter { !$0.isAggregate }.compactMap(\.measurements)
      let mean = own.first { $0.aggregate == "mean" }?.measurements
      if repetitions.isEmpty, let mean {
        hasMeansAlone = true
        try runs.add([mean], of: story, at: path)
      } else {
        if repetitions.isEmpty, !own.contains(where: { $0.failure != nil }) { empty.append(story) }
        hasRepetitions = hasRepetitions || repetitions.count > 1
        try runs.add(repetitions, of: story, at: path)
      }
    }
    self.runs = runs.all
    losses = [
      ImportLoss.oneProcess(if: hasRepetitions), ImportLoss.meanAlone(if: hasMeansAlone),
      failed.isEmpty ? nil : "failed, and left out: \(failed.uniqued.joined(separator: ", "))",
      ImportLoss.foreign(results.flatMap(\.counters).uniqued.sorted()), ImportLoss.empty(empty),
    ].compactMap(\.self)
  }

  /// A repetition, or an aggregate of all repetitions.
  private struct Repetition: Decodable {
    let story: String
    let isAggregate: Bool
    /// For example `mean`, or nil.
    let aggregate: String?
    let repetition: Int?
    /// Nil for what is no time, and for what failed.
    let measurements: [Metric: Double]?
    let failure: String?
    /// The names of the benchmark's own counters.
    let counters: [String]

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case name, skipped
      case runName = "run_name"
      case runType = "run_type"
      case index = "repetition_index"
      case aggregate = "aggregate_name"
      case wallTime = "real_time"
      case cpuTime = "cpu_time"
      case unit = "time_unit"
      case itemRate = "items_per_second"
      case isFailed = "error_occurred"
      case error = "error_message"
      case skipMessage = "skip_message"
    }

    /// The names of what is neither read nor a counter.
    private static let others: Set = [
      "aggregate_unit", "big_o", "cpu_coefficient", "family_index", "iterations", "label",
      "per_family_instance_index", "real_coefficient", "repetitions", "rms", "threads",
    ]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let name = try container.decode(String.self, forKey: .name)
      story = try container.decodeIfPresent(String.self, forKey: .runName) ?? name
      isAggregate = try container.decodeIfPresent(String.self, forKey: .runType) == "aggregate"
      aggregate = isAggregate ? try container.decodeIfPresent(String.self, forKey: .aggregate) : nil
      repetition = try container.decodeIfPresent(Int.self, forKey: .index)
      let known = Self.others.union(CodingKeys.allCases.map(\.stringValue))
      counters = try decoder.container(keyedBy: NameKey.self).allKeys.map(\.stringValue)
        .filter { !known.contains($0) }
      let isFailed = try container.decodeIfPresent(Bool.self, forKey: .isFailed) ?? false
      let isSkipped = try container.decodeIfPresent(Bool.self, forKey: .skipped) ?? false
      let message =
        try container.decodeIfPresent(String.self, forKey: .error)
        ?? container.decodeIfPresent(String.self, forKey: .skipMessage)
      failure = isFailed || isSkipped ? message ?? "no reason given" : nil
      guard failure == nil, !isAggregate || aggregate == "mean" else {
        measurements = nil
        return
      }
      let unit = try container.decodeIfPresent(String.self, forKey: .unit) ?? "ns"
      guard let scale = MetricUnit.nanoseconds.scale(ofSymbol: unit) else {
        throw DecodingError.refused(
          "it is '\(unit)'; allowed: ns, us, ms, s", at: container.codingPath + [CodingKeys.unit])
      }
      let wall = try container.amount(.wallTime, scale: scale)
      let cpu = try container.amount(.cpuTime, scale: scale)
      var values: [Metric: Double] = [.wallTime: wall, .cpuTime: cpu]
      if let rate = try container.amountIfPresent(.itemRate) {
        // The tool divides by the time that decides how long it measures, which is CPU time unless the name has
        // another.
        let isOfWall = story.split(separator: "/").contains { Self.otherTimes.contains($0) }
        let throughput = isOfWall ? rate : rate * cpu / wall
        if throughput.isFinite { values[.throughput] = throughput }
      }
      measurements = values
    }

    /// The parts of names of benchmarks that are timed by what `real_time` is.
    private static let otherTimes: Set<Substring> = ["real_time", "manual_time"]
  }
}
