import Metrics
import Reports
import Statistics

/// Bencher Metric Format: for each story (and build, if there are several) every measure with a better
/// direction, as a mean with its 95 % interval.
///
/// Measures have the names of the metrics, in base units: Bencher's own `latency` is in nanoseconds, but does
/// not say which time it is.
public enum BencherMetricFormat {
  private struct Value: Encodable {
    let value: Double
    /// Both ends are omitted if the value is of a single run.
    let lower_value: Double?
    let upper_value: Double?
  }

  /// The longest name that Bencher allows, bytes.
  static let longestName = 64

  /// The file's text.
  /// - Throws: `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: "bencher")
    var names = UniqueNames(limit: longestName)
    let benchmarks = experiment.cells { $0.polarity == .lowerIsBetter }
      .reduce(into: [String: [String: Value]]()) { benchmarks, cell in
        let summary = cell.summary
        benchmarks[names.name(cell.name), default: [:]][cell.metric.id] = Value(
          value: summary.mean, lower_value: summary.confidenceHalfWidth.map { summary.mean - $0 },
          upper_value: summary.confidenceHalfWidth.map { summary.mean + $0 })
      }
    guard !benchmarks.isEmpty else {
      throw .noMeasurements(format: "bencher", wanted: "a value for which lower is better")
    }
    return try PrintedJSON.file(benchmarks, format: "bencher")
  }
}
