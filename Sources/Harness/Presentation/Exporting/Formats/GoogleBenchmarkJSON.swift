import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Tables

/// Google Benchmark's JSON: one repetition per run, in nanoseconds; a run's other measurements are counters.
///
/// It contains only runs with both elapsed and CPU time, and what is known of the machine: not the clock
/// rate, the caches or the host's name.
public enum GoogleBenchmarkJSON {
  private struct File: Encodable {
    let context: Context
    let benchmarks: [Benchmark]
  }

  private struct Context: Encodable {
    let date: String
    let executable: String
    let num_cpus: Int?
    let load_avg: [Double]?
  }

  private struct Benchmark: Encodable {
    let name: String
    let family: Int
    let instance: Int
    let repetition: Int
    let repetitions: Int
    let times: (real: Double, cpu: Double)
    let counters: [String: Double]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FieldName.self)
      for (name, value) in counters { try container.encode(value, forKey: FieldName(name)) }
      try container.encode(name, forKey: "name")
      try container.encode(name, forKey: "run_name")
      try container.encode("iteration", forKey: "run_type")
      try container.encode(family, forKey: "family_index")
      try container.encode(instance, forKey: "per_family_instance_index")
      try container.encode(repetitions, forKey: "repetitions")
      try container.encode(repetition, forKey: "repetition_index")
      try container.encode(1, forKey: "threads")
      try container.encode(1, forKey: "iterations")
      try container.encode(times.real, forKey: "real_time")
      try container.encode(times.cpu, forKey: "cpu_time")
      try container.encode("ns", forKey: "time_unit")
    }
  }

  private struct FieldName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringLiteral value: String) { self.init(value) }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// The file's text.
  /// - Throws: `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: "google-benchmark")
    let analysis = experiment.analysis
    var names = UniqueNames()
    var entries: [Benchmark] = []
    for (family, story) in analysis.stories.enumerated() {
      for (instance, build) in analysis.builds.enumerated() {
        let name = names.name(experiment.name(story: story, build: build))
        let runs = analysis.runs.filter { $0.passed && $0.story == story && $0.build == build }
        let timed = runs.compactMap { run in
          run.measurements[.wallTime].flatMap { wall in
            run.measurements[.cpuTime].map { (run, (real: wall, cpu: $0)) }
          }
        }
        entries += timed.enumerated().map { index, entry in
          Benchmark(
            name: name, family: family, instance: instance, repetition: index,
            repetitions: timed.count, times: entry.1, counters: counters(of: entry.0))
        }
      }
    }
    guard !entries.isEmpty else {
      throw .noMeasurements(format: "google-benchmark", wanted: "both wall time and CPU time")
    }
    let machine = analysis.experiment.environment
    return try PrintedJSON.file(
      File(
        context: Context(
          date: analysis.experiment.startedAt.formatted(.iso8601),
          executable: PlainLine(analysis.experiment.name).description,
          num_cpus: machine?.processors, load_avg: machine.map { [$0.load] }),
        benchmarks: entries), format: "google-benchmark")
  }

  /// In base units, by the metrics' names; the format's own keys are written with underscores.
  private static func counters(of run: Run) -> [String: Double] {
    Dictionary(
      uniqueKeysWithValues: run.measurements
        .filter { $0.key != .wallTime && $0.key != .cpuTime }.map { ($0.key.id, $0.value) })
  }
}
