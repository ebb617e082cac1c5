import Analysis
import DriverProtocol
import Foundation
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// pyperf's JSON: one benchmark for each story, build and metric, one value per run.
///
/// pyperf knows seconds, bytes and whole numbers, all above zero. CPU shares, and cells with a zero in any
/// run, are omitted rather than distorted.
public enum PyperfJSON {
  private struct File: Encodable {
    let version = "1.0"
    let metadata: [String: JSONValue]
    let benchmarks: [Benchmark]
  }

  private struct Benchmark: Encodable {
    let metadata: [String: JSONValue]
    let runs: [ProcessRun]
  }

  private struct ProcessRun: Encodable {
    let metadata: [String: JSONValue]
    let values: [Double]
  }

  /// The file's text.
  /// - Throws: `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: "pyperf")
    var names = UniqueNames(separator: ".")
    let runs = Dictionary(grouping: experiment.analysis.runs.filter(\.passed)) {
      [$0.story, $0.build]
    }
    let benchmarks = experiment.cells().compactMap { cell -> Benchmark? in
      guard cell.metric.polarity == .lowerIsBetter, let unit = unit(of: cell.metric.unit),
        cell.summary.minimum > 0
      else { return nil }
      return Benchmark(
        metadata: [
          "name": .text(names.name(cell.name + [cell.metric.id])), "unit": .text(unit.name),
        ],
        runs: experiment.analysis.measurements(of: cell.cell).map { measurement in
          let run = runs[[cell.cell.story, cell.cell.build]]?.first {
            $0.round == measurement.round && $0.measurements[cell.metric] == measurement.value
          }
          return ProcessRun(
            metadata: duration(of: run).map { ["duration": .number($0)] } ?? [:],
            values: [measurement.value / unit.baseUnits])
        })
    }
    guard !benchmarks.isEmpty else {
      throw .noMeasurements(format: "pyperf", wanted: "times, bytes or counts that are above zero")
    }
    return try PrintedJSON.file(
      File(metadata: metadata(of: experiment.analysis.experiment), benchmarks: benchmarks),
      format: "pyperf")
  }

  /// Returns the duration of a run, s. Without it pyperf would use the value, even if in bytes.
  private static func duration(of run: Run?) -> Double? {
    let nanoseconds = run?.interference.map { Double($0.observed) } ?? run?.measurements[.wallTime]
    return nanoseconds.map { $0 / 1e9 }
  }

  /// pyperf refuses text that is empty or has line breaks.
  private static func metadata(of experiment: Experiment) -> [String: JSONValue] {
    var metadata: [String: JSONValue] = [
      "date": .text(experiment.startedAt.formatted(.iso8601)),
      "description": .text(PlainLine(experiment.title).description),
      "rehearse_version": .text(experiment.version),
    ]
    if let machine = experiment.environment {
      metadata["cpu_count"] = .number(Double(machine.processors))
      metadata["cpu_model_name"] = .text(PlainLine(machine.processor).description)
      metadata["platform"] = .text(PlainLine("\(machine.system), \(machine.kernel)").description)
      metadata["load_avg_1min"] = .number(machine.load)
    }
    if let revision = experiment.measuredRevision { metadata["commit_id"] = .text(revision.marked) }
    return metadata.filter { entry in
      guard case .text(let text) = entry.value else { return true }
      return !text.trimmingCharacters(in: .whitespaces).isEmpty
    }
  }

  private static func unit(of unit: MetricUnit) -> (name: String, baseUnits: Double)? {
    switch unit {
    case .nanoseconds: ("second", 1e9)
    case .bytes, .bytesPerCycle: ("byte", 1)
    case .count: ("integer", 1)
    case .percent, .itemsPerSecond: nil
    }
  }
}
