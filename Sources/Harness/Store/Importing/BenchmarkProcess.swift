import Foundation
import Metrics
import Scenarios
import Statistics

/// One process of another tool's benchmark, with the means of its measurements.
///
/// Each is one run: iterations within a process resemble each other more than they resemble the
/// next process, so as separate runs they would make every interval too narrow.
struct BenchmarkProcess {
  let story: String
  var measurements: [Metric: Double]
}

/// Results of another benchmark tool, in JSON.
protocol BenchmarkResults: Decodable {
  /// The build that the file is about, if the file names it.
  var build: String? { get }
  /// All processes in file order.
  var processes: [BenchmarkProcess] { get }
  /// The parts of the file that an import leaves out, a sentence each.
  var losses: [String] { get }
}

extension ImportedMeasurements {
  /// A Boolean value indicating whether a text can only be JSON.
  static func isJSON(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return first == "{" || first == "["
  }

  /// Returns the results in a JSON text: an object is a baseline, a list is JMH's.
  /// - Throws: ``StoreError``.
  static func results(
    in text: String, file: String
  ) throws(StoreError) -> any BenchmarkResults {
    // Windows' byte order mark is no part of the text.
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
      throw StoreError.malformed(
        file: file, line: problem.place.line, column: problem.place.column, found: problem.found,
        allowed: problem.allowed)
    } catch {
      throw StoreError.malformed(file: file, line: 1, column: 1, found: "\(error)", allowed: "")
    }
    if results.processes.isEmpty {
      throw StoreError.malformed(
        file: file, line: 1, column: 1,
        found: (["there is nothing to import"] + results.losses).joined(separator: "; "),
        allowed: "")
    }
    return results
  }
}

/// The index of an element in a list.
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

/// The metrics of package-benchmark by both of their names, that in its baselines and that in
/// tables and its JMH export; times in nanoseconds, memory in bytes.
enum PackageBenchmarkMetric {
  /// The metrics that Rehearse has too.
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

  /// Rehearse's metric for that name, or nil.
  static func named(_ name: String) -> Metric? {
    known.first { $0.names.contains(name) }?.metric
  }

  /// The sentence about omitted metrics; nil for none.
  static func loss(of names: [String]) -> String? {
    names.isEmpty
      ? nil
      : "left out, because Rehearse has no such metric: \(names.uniqued.joined(separator: ", "))"
  }
}
