import Foundation
import Metrics
import Statistics

/// Results in JSON of JMH, the Java Microbenchmark Harness; package-benchmark exports it too.
///
/// JMH's forks are processes, so each is a run. Scores of all modes become the time of an
/// operation: for throughput, the inverse.
struct JMHResults: BenchmarkResults {
  static let tool = "JMH"
  let runs: [BenchmarkRun]
  let losses: [String]

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var entries: [ModeResult] = []
    while !list.isAtEnd { entries.append(try list.decode(ModeResult.self)) }
    var (runs, stories, foreign): ([BenchmarkRun], Set<String>, [String]) = ([], [], [])
    var (lacksForks, iterations) = (false, 0)
    let modes = Dictionary(grouping: entries, by: \.story).mapValues { Set($0.map(\.mode)) }
    for (index, entry) in entries.enumerated() {
      // If a benchmark has several modes, each is a story, because they are separate runs.
      let isAlone = modes[entry.story]?.count == 1
      let story = isAlone ? entry.story : "\(entry.story) mode=\(entry.mode)"
      guard stories.insert(story).inserted else {
        throw DecodingError.refused(
          "'\(story)' appears twice in the file; allowed: each benchmark once in each mode",
          at: [IndexKey(index)])
      }
      runs += entry.runs.map { BenchmarkRun(story: story, measurements: $0.measurements) }
      foreign += entry.foreign
      lacksForks = lacksForks || entry.isScoreAlone
      iterations = max(iterations, entry.iterations)
    }
    self.runs = runs
    losses = [
      iterations > 1
        ? "each fork is one run, the mean of up to \(iterations) iterations; how these spread is "
          + "left out" : nil,
      lacksForks ? "without raw data, a benchmark's score counts as its only run" : nil,
      ImportLoss.foreign(foreign.sorted()),
    ].compactMap(\.self)
  }

  private struct ModeResult: Decodable {
    let story: String
    /// How it was measured, such as `thrpt`; empty if the file does not say.
    let mode: String
    private(set) var runs: [BenchmarkRun] = []
    private(set) var foreign: [String] = []
    private(set) var iterations = 0
    private(set) var isScoreAlone = false

    private enum CodingKeys: String, CodingKey {
      case benchmark, mode, threads, params, primaryMetric, secondaryMetrics
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let name = try container.decode(String.self, forKey: .benchmark)
      if name.isEmpty {
        throw DecodingError.refused(
          "the benchmark has no name", at: container.codingPath + [CodingKeys.benchmark])
      }
      let parameters = try container.decodeIfPresent([String: String].self, forKey: .params) ?? [:]
      story = ([name] + parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .joined(separator: " ")
      mode = try container.decodeIfPresent(String.self, forKey: .mode) ?? ""
      let threads = try container.decodeIfPresent(Int.self, forKey: .threads) ?? 1
      let primary = try container.decode(Scores.self, forKey: .primaryMetric)
      let others =
        try container.decodeIfPresent([String: Scores].self, forKey: .secondaryMetrics) ?? [:]
      var measured: [Metric: [Double]] = [
        .wallTime: try primary.times(
          threads: threads, at: container.codingPath + [CodingKeys.primaryMetric])
      ]
      take(primary)
      for (name, scores) in others.sorted(by: { $0.key < $1.key }) {
        guard let metric = PackageBenchmarkMetric.named(name) else {
          foreign.append(name)
          continue
        }
        measured[metric] = try scores.values(
          of: metric, at: container.codingPath + [CodingKeys.secondaryMetrics])
        take(scores)
      }
      for (metric, values) in measured where !values.allSatisfy(\.isFinite) {
        throw DecodingError.refused("\(metric.id) is out of range", at: container.codingPath)
      }
      for fork in 0..<(measured.values.map(\.count).max() ?? 0) {
        let own = measured.compactMapValues { fork < $0.count ? $0[fork] : nil }
        runs.append(BenchmarkRun(story: story, measurements: own))
      }
    }

    private mutating func take(_ scores: Scores) {
      iterations = max(iterations, scores.iterations)
      isScoreAlone = isScoreAlone || scores.isAlone
    }
  }

  private struct Scores: Decodable {
    /// The mean and the greatest of each fork's iterations.
    let forks: [(mean: Double, greatest: Double)]
    let unit: String
    let iterations: Int
    let isAlone: Bool

    private enum CodingKeys: String, CodingKey {
      case score, scoreUnit, rawData, rawDataHistogram
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      unit = try container.decode(String.self, forKey: .scoreUnit)
      var forks: [[(value: Double, count: Double)]]
      if container.contains(.rawDataHistogram) {
        // Forks of iterations of pairs: a value and its count.
        forks = try container.decode([[[[Double]]]].self, forKey: .rawDataHistogram).map { fork in
          try fork.flatMap(\.self).map { pair in
            guard pair.count == 2, pair[1] >= 0 else {
              throw DecodingError.dataCorruptedError(
                forKey: .rawDataHistogram, in: container,
                debugDescription: "\(pair) is not a value and its count")
            }
            return (pair[0], pair[1])
          }
        }
        iterations =
          forks.map { Int(clamping: Int64(min($0.reduce(0) { $0 + $1.count }, 9e18))) }
          .max() ?? 0
      } else {
        forks =
          try container.decodeIfPresent([[Double]].self, forKey: .rawData)?
          .map { $0.map { ($0, 1) } } ?? []
        iterations = forks.map(\.count).max() ?? 0
      }
      forks.removeAll { $0.allSatisfy { $0.count == 0 } }
      isAlone = forks.isEmpty
      // The score is only read if there is nothing else: a score of nothing is the text "NaN".
      if isAlone { forks = [[(try container.decode(Double.self, forKey: .score), 1)]] }
      self.forks = forks.map { fork in
        let count = fork.reduce(0) { $0 + $1.count }
        let sum = fork.reduce(0) { $0 + $1.value * $1.count }
        return (sum / count, fork.filter { $0.count > 0 }.map(\.value).max() ?? 0)
      }
      for fork in self.forks where !(fork.mean.isFinite && fork.mean >= 0) {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: container.codingPath,
            debugDescription: "a fork's mean is \(fork.mean); allowed: 0 and more"))
      }
    }

    /// The time of an operation in each fork, ns.
    func times(threads: Int, at path: [any CodingKey]) throws -> [Double] {
      guard let unit = TimeUnit(unit) else {
        throw DecodingError.refused(
          "its unit is '\(unit)'; allowed: a time per operation, as in ms/op, or operations per time, as in "
            + "ops/s", at: path + [CodingKeys.scoreUnit])
      }
      return try forks.map { fork in
        guard unit.isRate else { return fork.mean * unit.nanoseconds }
        let time = unit.nanoseconds * Double(max(1, threads)) / fork.mean
        guard time.isFinite else {
          throw DecodingError.refused("there were no operations in a fork", at: path)
        }
        return time
      }
    }

    /// The values of a metric that only package-benchmark has.
    func values(of metric: Metric, at path: [any CodingKey]) throws -> [Double] {
      var scale = 1.0
      if metric.unit == .nanoseconds {
        guard let unit = TimeUnit("\(unit)/op") else {
          throw DecodingError.refused("'\(unit)' is the unit of \(metric.id)", at: path)
        }
        scale = unit.nanoseconds
      }
      return forks.map { (metric == .peakMemory ? $0.greatest : $0.mean) * scale }
    }
  }

  /// A unit of JMH, `us/op` or `ops/s`, or of package-benchmark, `# / s`.
  private struct TimeUnit {
    let nanoseconds: Double
    let isRate: Bool

    private static let lengths: [String: Double] = [
      "ns": 1, "us": 1e3, "μs": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "hr": 3600e9,
      "day": 86400e9,
    ]

    init?(_ text: String) {
      let parts = text.filter { $0 != " " }.split(separator: "/").map(String.init)
      guard parts.count == 2 else { return nil }
      isRate = parts[0] == "ops" || parts[0] == "#"
      guard isRate || parts[1] == "op", let length = Self.lengths[parts[isRate ? 1 : 0]] else {
        return nil
      }
      nanoseconds = length
    }
  }
}
