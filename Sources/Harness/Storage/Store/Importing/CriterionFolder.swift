import Foundation
import Metrics
import Statistics

/// The folder of criterion, `target/criterion`, with a folder for each benchmark: in it `new` has the latest
/// measurement, and others have earlier ones.
///
/// One process measures a benchmark, so each of its samples is a run.
struct CriterionFolder {
  static let tool = "criterion"
  private let path: String

  init(_ path: String) { self.path = path }

  /// The folders of measurements: all that are called `new`, or the folder itself if it is one.
  /// - Throws: ``StoreError`` if there is none.
  func measurements() throws(StoreError) -> [String] {
    let file = "benchmark.json"
    if FileManager.default.fileExists(atPath: "\(path)/\(file)") { return [path] }
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let found = files.filter { "/\($0)".hasSuffix("/new/\(file)") }.sorted()
      .map { "\(path)/\($0.dropLast(file.count + 1))" }
    if found.isEmpty { throw .nothingToImport(folder: path) }
    return found
  }

  /// The benchmark that a folder of one measurement is about, and one run for each sample. Without samples it is
  /// the mean alone.
  static func benchmark(
    in folder: String
  ) throws(StoreError) -> (story: String, runs: [BenchmarkRun], hasSamples: Bool) {
    let benchmark = try read(Benchmark.self, from: "\(folder)/benchmark.json")
    let samples = "\(folder)/sample.json"
    guard FileManager.default.fileExists(atPath: samples) else {
      let mean = try read(Estimates.self, from: "\(folder)/estimates.json").mean.value
      return (benchmark.name, [benchmark.run(of: mean)], false)
    }
    let times = try read(Samples.self, from: samples).times
    return (benchmark.name, times.map(benchmark.run), true)
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type, from file: String
  ) throws(StoreError) -> Value {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .fault(in: file, "the file is missing, or can't be read")
    }
    return try ImportedMeasurements.decoded(type, from: data, file: file)
  }

  private struct Benchmark: Decodable {
    let name: String
    private let throughput: Throughput?

    private enum CodingKeys: String, CodingKey { case name = "full_id", throughput }

    /// The amount that an iteration processes; no metric counts bytes.
    private struct Throughput: Decodable {
      let elements: Double?

      private enum CodingKeys: String, CodingKey { case elements = "Elements" }

      init(from decoder: any Decoder) throws {
        elements = try decoder.container(keyedBy: CodingKeys.self).amountIfPresent(.elements)
      }
    }

    /// The run of an iteration's time, ns.
    func run(of time: Double) -> BenchmarkRun {
      var measurements: [Metric: Double] = [.wallTime: time]
      if let elements = throughput?.elements, case let rate = elements * 1e9 / time, rate.isFinite {
        measurements[.throughput] = rate
      }
      return BenchmarkRun(story: name, measurements: measurements)
    }
  }

  private struct Samples: Decodable {
    let times: [Double]

    private enum CodingKeys: String, CodingKey { case iterations = "iters", times }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let counts = try container.decode([Double].self, forKey: .iterations)
      let sums = try container.amountsIfPresent(.times) ?? []
      guard sums.count == counts.count, !sums.isEmpty else {
        throw DecodingError.refused(
          "it has \(sums.count.counted("value", "values")); allowed: as many as 'iters' has, "
            + "\(counts.count), and 1 or more",
          at: [CodingKeys.times])
      }
      times = try zip(sums, counts).enumerated().map { index, sample in
        let time = sample.0 / sample.1
        guard sample.1 > 0, time.isFinite else {
          throw DecodingError.refused(
            "it is \(sample.1); allowed: 1 and more", at: [CodingKeys.iterations, IndexKey(index)])
        }
        return time
      }
    }
  }

  private struct Estimates: Decodable {
    let mean: Estimate

    struct Estimate: Decodable {
      let value: Double

      private enum CodingKeys: String, CodingKey { case value = "point_estimate" }

      init(from decoder: any Decoder) throws {
        value = try decoder.container(keyedBy: CodingKeys.self).amount(.value)
      }
    }
  }
}

extension ImportedMeasurements {
  /// Adds the latest measurement of each benchmark in a folder of criterion.
  /// - Parameters:
  ///   - folder: its path.
  ///   - build: the build that was measured; nil for the folder's name.
  /// - Throws: ``StoreError``; then nothing is added.
  public mutating func add(criterion folder: String, build: String?) throws(StoreError) {
    var (added, hasSamples, hasMeans): ([BenchmarkRun], Bool, Bool) = ([], false, false)
    var known: Set<String> = []
    for measurement in try CriterionFolder(folder).measurements() {
      let benchmark = try CriterionFolder.benchmark(in: measurement)
      guard !benchmark.story.isEmpty, known.insert(benchmark.story).inserted else {
        let reason =
          benchmark.story.isEmpty
          ? "the benchmark has no name" : "'\(benchmark.story)' appears twice in the folder"
        throw .fault(in: "\(measurement)/benchmark.json", reason)
      }
      hasSamples = hasSamples || benchmark.hasSamples
      hasMeans = hasMeans || !benchmark.hasSamples
      added += benchmark.runs
    }
    let losses = [ImportLoss.oneProcess(if: hasSamples), ImportLoss.meanAlone(if: hasMeans)]
    add(
      added, losses: losses.compactMap(\.self), from: CriterionFolder.tool, file: folder,
      build: build ?? URL(fileURLWithPath: folder).lastPathComponent)
  }
}
