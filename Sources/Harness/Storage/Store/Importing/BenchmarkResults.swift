import Foundation
import Metrics
import Scenarios
import Statistics

/// One run of another tool's benchmark.
///
/// A process is one run, with the means of its measurements, if a file says which measurements belong to which
/// process: iterations within a process resemble each other more than they resemble the next process, so as
/// separate runs they would make every interval too narrow. If a tool measures in one process alone, each sample
/// is a run, and the import says so.
struct BenchmarkRun {
  let story: String
  let measurements: [Metric: Double]
}

/// Results of another benchmark tool, in JSON.
protocol BenchmarkResults: Decodable, SendableMetatype {
  static var tool: String { get }
  /// The build that the file is about, if the file names it.
  var build: String? { get }
  /// All runs in file order.
  var runs: [BenchmarkRun] { get }
  /// The parts of the file that an import leaves out, a sentence each.
  var losses: [String] { get }
}

extension BenchmarkResults {
  var build: String? { nil }
}

/// Results whose names at the top of the file show which tool wrote them.
private struct RecognisedResults: Decodable {
  let results: any BenchmarkResults

  /// The names that only one tool's files have; the first match counts.
  private static let formats: [(names: Set<String>, type: any BenchmarkResults.Type)] = [
    (["baselineName"], PackageBenchmarkBaseline.self),
    (["Benchmarks", "HostEnvironmentInfo"], BenchmarkDotNetReport.self),
    (["benchmarks", "machine_info"], PytestBenchmarkResults.self),
    (["benchmarks", "context"], GoogleBenchmarkResults.self),
    (["benchmarks", "version"], PyperfSuite.self),
    (["metrics"], K6Summary.self),
    (["results"], HyperfineResults.self),
  ]

  init(from decoder: any Decoder) throws {
    let names = Set(try decoder.container(keyedBy: NameKey.self).allKeys.map(\.stringValue))
    if !names.isDisjoint(with: ["full_id", "sampling_mode", "median_abs_dev"]) {
      throw DecodingError.refused(
        "this is one of criterion's files; allowed: its folder, such as target/criterion", at: [])
    }
    guard let format = Self.formats.first(where: { $0.names.isSubset(of: names) }) else {
      throw DecodingError.refused(
        "no known tool writes such a file; allowed: JSON of hyperfine, Google Benchmark, pyperf, "
          + "pytest-benchmark, k6, JMH, package-benchmark or BenchmarkDotNet, criterion's folder, and CSV",
        at: [])
    }
    results = try format.type.init(from: decoder)
  }
}

extension ImportedMeasurements {
  /// A Boolean value indicating whether a text can only be JSON.
  static func isJSON(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return first == "{" || first == "["
  }

  /// Returns the results in a JSON text: a list is JMH's, and an object is recognised by its names.
  /// - Throws: ``StoreError``.
  static func results(in text: String, file: String) throws(StoreError) -> any BenchmarkResults {
    // Windows' byte order mark is no part of the text.
    let json = Data((text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).utf8)
    let isList = text.unicodeScalars.first { $0 == "[" || $0 == "{" } == "["
    let results: any BenchmarkResults =
      isList
      ? try decoded(JMHResults.self, from: json, file: file)
      : try decoded(RecognisedResults.self, from: json, file: file).results
    if results.runs.isEmpty {
      throw .fault(
        in: file, (["there is nothing to import"] + results.losses).joined(separator: "; "))
    }
    return results
  }

  /// Returns a value of a JSON file; errors name the file and the place in it.
  static func decoded<Value: Decodable>(
    _ type: Value.Type, from json: Data, by decoder: JSONDecoder = JSONDecoder(), file: String
  ) throws(StoreError) -> Value {
    do {
      return try decoder.decode(type, from: json)
    } catch let error as DecodingError {
      throw StoreError.undecodable(error, in: json, file: file)
    } catch {
      throw StoreError.fault(in: file, "\(error)")
    }
  }
}

/// The runs of a file, whose benchmarks have different names.
struct BenchmarkRuns {
  private(set) var all: [BenchmarkRun] = []
  private var stories: Set<String> = []

  /// Adds the runs of one benchmark.
  /// - Throws: `DecodingError` if the benchmark has no name, or that of an earlier one.
  mutating func add(
    _ measurements: [[Metric: Double]], of story: String, at path: [any CodingKey]
  ) throws {
    if story.isEmpty { throw DecodingError.refused("the benchmark has no name", at: path) }
    guard stories.insert(story).inserted else {
      throw DecodingError.refused("'\(story)' appears twice in the file", at: path)
    }
    all += measurements.map { BenchmarkRun(story: story, measurements: $0) }
  }
}

/// The sentences about what an import leaves out.
enum ImportLoss {
  /// The samples of one process count as runs; nil if none do.
  static func oneProcess(if hasSamples: Bool) -> String? {
    hasSamples
      ? "the samples of a benchmark count as its runs, although one process made them all: they resemble each "
        + "other more than separate runs do, so intervals are too narrow" : nil
  }

  /// A benchmark has a mean, but no samples; nil if none is so.
  static func meanAlone(if hasMeans: Bool) -> String? {
    hasMeans ? "without samples, a benchmark's mean counts as its only run" : nil
  }

  /// Values that no metric has; nil for none.
  static func foreign(_ names: [String]) -> String? {
    names.isEmpty
      ? nil
      : "left out, because Rehearse has no such metric: \(names.uniqued.joined(separator: ", "))"
  }

  /// Benchmarks without values; nil for none.
  static func empty(_ stories: [String]) -> String? {
    stories.isEmpty
      ? nil : "there is no value of \(stories.sorted().joined(separator: ", ")), which is left out"
  }
}

struct IndexKey: CodingKey {
  let intValue: Int?

  init(_ index: Int) { intValue = index }
  init(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }

  var stringValue: String { intValue.map(String.init) ?? "" }
}

extension DecodingError {
  /// The error for a value that is JSON of the right kind, but unusable.
  static func refused(_ found: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: found))
  }
}

extension KeyedDecodingContainer {
  /// A time or size in base units; `scale` is the size of its unit in the file.
  func amount(_ key: Key, scale: Double = 1) throws -> Double {
    try Self.checked(try decode(Double.self, forKey: key), scale, at: codingPath + [key])
  }

  /// The same, or nil if the file lacks the name.
  func amountIfPresent(_ key: Key, scale: Double = 1) throws -> Double? {
    contains(key) ? try amount(key, scale: scale) : nil
  }

  /// The same for a list of at least one value; nil if the file lacks the name.
  func amountsIfPresent(_ key: Key, scale: Double = 1) throws -> [Double]? {
    guard contains(key) else { return nil }
    let values = try decode([Double].self, forKey: key)
    if values.isEmpty { throw DecodingError.refused("the list is empty", at: codingPath + [key]) }
    return try values.enumerated().map { index, value in
      try Self.checked(value, scale, at: codingPath + [key, IndexKey(index)])
    }
  }

  private static func checked(
    _ value: Double, _ scale: Double, at path: [any CodingKey]
  ) throws -> Double {
    guard value >= 0 else {
      throw DecodingError.refused("it is \(value); allowed: 0 and more", at: path)
    }
    guard (value * scale).isFinite else {
      throw DecodingError.refused("its value is out of range", at: path)
    }
    return value * scale
  }
}
