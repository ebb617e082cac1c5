import Foundation
import Metrics
import Scenarios
import Statistics

/// One process of a benchmark by another tool, with the means of what it measured there.
///
/// That is what a run is: iterations within one process resemble each other more than they resemble the
/// next process, so that taken for runs they would make every interval too narrow.
struct BenchmarkProcess {
  let story: String
  var measurements: [Metric: Double]
}

/// Results of another benchmark tool, in JSON.
protocol BenchmarkResults: Decodable {
  /// The build that the file is about, where it says so itself.
  var build: String? { get }
  /// Every process, in the order of the file.
  var processes: [BenchmarkProcess] { get }
  /// What the file has and an import has not, a sentence each.
  var losses: [String] { get }
}

extension ImportedMeasurements {
  /// A Boolean value indicating whether a text can only be JSON.
  static func isJSON(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return first == "{" || first == "["
  }

  /// Returns the results that a JSON text holds: an object is a baseline, a list JMH's.
  /// - Throws: ``ImportError``.
  static func results(
    in text: String, file: String
  ) throws(ImportError) -> any BenchmarkResults {
    // What Windows puts before a text is no part of it.
    let json = Data((text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).utf8)
    let isList = text.unicodeScalars.first { $0 == "[" || $0 == "{" } == "["
    let results: any BenchmarkResults
    do {
      let decoder = JSONDecoder()
      results =
        isList
        ? try decoder.decode(JMHResults.self, from: json)
        : try decoder.decode(PackageBenchmarkBaseline.self, from: json)
    } catch let error as DecodingError {
      let problem = DecodingProblem(error, in: json)
      throw ImportError(
        file: file, line: problem.place.line, column: problem.place.column, found: problem.found,
        allowed: problem.allowed)
    } catch {
      throw ImportError(file: file, line: 1, column: 1, found: "\(error)", allowed: "")
    }
    if results.processes.isEmpty {
      throw ImportError(
        file: file, line: 1, column: 1,
        found: (["there is nothing to take in"] + results.losses).joined(separator: "; "),
        allowed: "")
    }
    return results
  }
}

/// The place of an element in a list.
struct IndexKey: CodingKey {
  let intValue: Int?

  init(_ index: Int) { intValue = index }
  init(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }

  var stringValue: String { intValue.map(String.init) ?? "" }
}

extension DecodingError {
  /// A value that is JSON of the right kind and can't be used all the same.
  static func refused(_ found: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: found))
  }
}

/// The metrics of package-benchmark by both of its names, that of its baselines and that of tables and
/// of its JMH export; times in nanoseconds, memory in bytes.
enum PackageBenchmarkMetric {
  /// The metrics that are also ours.
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

  /// Our metric of that name, or nil.
  static func named(_ name: String) -> Metric? {
    known.first { $0.names.contains(name) }?.metric
  }

  /// The sentence about metrics that are left out; nil for none.
  static func loss(of names: [String]) -> String? {
    names.isEmpty
      ? nil : "left out, being no metric of Rehearse: \(names.uniqued.joined(separator: ", "))"
  }
}
