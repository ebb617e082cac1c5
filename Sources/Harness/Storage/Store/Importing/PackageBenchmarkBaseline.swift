import Foundation
import Metrics

/// A baseline of package-benchmark: `.benchmarkBaselines/TARGET/NAME/results.json`.
///
/// It has a histogram for each metric of each benchmark, with the number of iterations of one
/// process per value, to three digits by default. The file has neither their order, nor which
/// values of two metrics belong to the same iteration.
struct PackageBenchmarkBaseline: BenchmarkResults {
  static let tool = "package-benchmark"
  let build: String?
  let runs: [BenchmarkRun]
  let losses: [String]

  private enum CodingKeys: String, CodingKey { case baselineName, results }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .baselineName)
    build = name.isEmpty ? nil : name
    var entries = try container.nestedUnkeyedContainer(forKey: .results)
    var (runs, foreign, empty, iterations) = (BenchmarkRuns(), [String](), [String](), 0)
    // A dictionary with such keys is encoded as a list of keys, each followed by its value.
    while !entries.isAtEnd {
      let place = entries.codingPath + [IndexKey(entries.currentIndex)]
      let name = try entries.decode(Name.self)
      let story = "\(name.target).\(name.name)"
      var measurements: [Metric: Double] = [:]
      for result in try entries.decode([Measured].self) {
        guard let metric = PackageBenchmarkMetric.named(result.metric.name) else {
          foreign.append(result.metric.name)
          continue
        }
        guard result.histogram.count > 0 else { continue }
        iterations = max(iterations, Int(clamping: Int64(min(result.histogram.count, 9e18))))
        // A process's peak is the greatest of its iterations.
        measurements[metric] =
          metric == .peakMemory ? result.histogram.greatest : result.histogram.mean
      }
      if measurements.isEmpty { empty.append(story) }
      try runs.add(measurements.isEmpty ? [] : [measurements], of: story, at: place)
    }
    self.runs = runs.all.sorted { $0.story < $1.story }
    losses = [
      "each benchmark is one run, the mean of up to \(iterations) iterations in one process; how "
        + "these spread is left out. Import several baselines for a build to have an interval",
      ImportLoss.foreign(foreign.sorted()),
      ImportLoss.empty(empty),
    ].compactMap(\.self)
  }

  private struct Name: Decodable {
    let target: String
    let name: String
  }

  private struct Measured: Decodable {
    let metric: MetricCase
    let histogram: Histogram

    private enum CodingKeys: String, CodingKey { case metric, statistics }
    private enum Statistics: String, CodingKey { case histogram }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      metric = try container.decode(MetricCase.self, forKey: .metric)
      histogram = try container.nestedContainer(keyedBy: Statistics.self, forKey: .statistics)
        .decode(Histogram.self, forKey: .histogram)
    }
  }

  /// `{"wallClock": {}}`, or `{"custom": {"_0": "name", …}}`.
  private struct MetricCase: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NameKey.self)
      guard let key = container.allKeys.first, container.allKeys.count == 1 else {
        throw DecodingError.refused(
          "there are \(container.allKeys.count) metrics, but only one can be named",
          at: decoder.codingPath)
      }
      let custom =
        key.stringValue == "custom"
        ? try container.nestedContainer(keyedBy: NameKey.self, forKey: key)
          .decodeIfPresent(String.self, forKey: NameKey(stringValue: "_0")) : nil
      name = custom ?? key.stringValue
    }
  }

  /// Counts of values in ranges whose width grows with the value, like HdrHistogram's.
  private struct Histogram: Decodable {
    let count: Double
    let mean: Double
    let greatest: Double

    private enum CodingKeys: String, CodingKey {
      case counts, maxValue, unitMagnitude, subBucketHalfCountMagnitude
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let half = try Self.magnitude(container, .subBucketHalfCountMagnitude)
      let unit = try Self.magnitude(container, .unitMagnitude)
      greatest = try container.amount(.maxValue)
      var (count, sum) = (0.0, 0.0)
      for (index, number) in try container.decode([Double].self, forKey: .counts).enumerated()
      where number != 0 {
        guard number > 0 else {
          throw DecodingError.refused(
            "it is \(number); allowed: 0 and more",
            at: container.codingPath + [CodingKeys.counts, IndexKey(index)])
        }
        // The first two halves have ranges one unit wide; in each further half they are twice as wide.
        let doublings = max(0, (index >> half) - 1)
        let place = index - doublings << half
        let width = scalbn(1, doublings + unit)
        // In the middle of the range, as in package-benchmark's mean.
        let value = Double(place) * width + (width > 1 ? width / 2 : 0)
        count += number
        sum += number * value
      }
      self.count = count
      mean = count > 0 ? sum / count : 0
      guard mean.isFinite else {
        throw DecodingError.refused("its values are out of range", at: decoder.codingPath)
      }
    }

    private static func magnitude(
      _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> Int {
      let value = try container.decode(Int.self, forKey: key)
      guard (0...30).contains(value) else {
        throw DecodingError.refused(
          "it is \(value); allowed: 0 to 30", at: container.codingPath + [key])
      }
      return value
    }
  }
}

/// The metrics of package-benchmark by both of their names, that in its baselines and that in
/// tables and its JMH export; times in nanoseconds, memory in bytes.
enum PackageBenchmarkMetric {
  private static let known: [(names: [String], metric: Metric)] = [
    (["cpuTotal", "Time (total CPU)"], .cpuTime),
    (["cpuUser", "Time (user CPU)"], .userTime),
    (["cpuSystem", "Time (system CPU)"], .systemTime),
    (["wallClock", "Time (wall clock)"], .wallTime),
    (["peakMemoryResident", "Memory (resident peak)"], .peakMemory),
    (["instructions", "Instructions"], .hardwareInstructions),
    (["readBytesPhysical", "Bytes (read physical)"], .storageRead),
    (["writeBytesPhysical", "Bytes (write physical)"], .storageWritten),
  ]

  static func named(_ name: String) -> Metric? { known.first { $0.names.contains(name) }?.metric }
}
