import Analysis
import Metrics
import Reports
import Statistics

/// The JSON of `benchmark-action/github-action-benchmark`: one entry for each gated cell, a mean with half of
/// its 95 % interval.
///
/// The action compares everything by one ratio: for two runs of the same builds it called 11 of 308 values
/// alerts, 5 of them infinite, for example for storage traffic that was 0 before. So it gets only what is
/// gated, or chosen by name, and nothing that is 0, which has no ratio. Without gates, the default gates of
/// such an experiment count.
///
/// The action takes one file for each direction. All metrics with a better direction are better when smaller;
/// only rates are better when greater. So the file for that direction has a rate for each time: how often a
/// story could be replayed in one second.
public enum GitHubActionBenchmark: String, Sendable, CaseIterable {
  /// `customSmallerIsBetter`.
  case smallerIsBetter = "github-action-benchmark"
  /// `customBiggerIsBetter`.
  case biggerIsBetter = "github-action-benchmark-bigger"

  private struct BenchmarkValue: Encodable {
    let name: String
    let unit: String
    let value: Double
    /// Omitted if the value is of a single run.
    let range: String?
    let extra: String
  }

  /// The file's text.
  /// - Throws: `OutputError.noGates`, `OutputError.noMeasurements`, because the action refuses an empty array.
  public func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let experiment = try experiments.only(for: rawValue)
    let cells = try experiment.gatedCells(for: rawValue) { metric in
      metric.polarity == .lowerIsBetter && (self == .smallerIsBetter || metric.unit == .nanoseconds)
    }.filter { $0.summary.mean != 0 }
    var names = UniqueNames()
    var entries: [BenchmarkValue] = []
    for cell in cells {
      switch self {
      case .smallerIsBetter: entries.append(Self.mean(of: cell, &names))
      case .biggerIsBetter: if let rate = Self.rate(of: cell, &names) { entries.append(rate) }
      }
    }
    guard !entries.isEmpty else {
      throw .noMeasurements(
        format: rawValue,
        wanted: self == .smallerIsBetter
          ? "a gated value for which lower is better"
          : "a gated time, to make a rate of")
    }
    return try PrintedJSON.file(entries, format: rawValue)
  }

  private static func mean(of cell: ExportedCell, _ names: inout UniqueNames) -> BenchmarkValue {
    BenchmarkValue(
      name: names.name(cell.name + [cell.metric.id]), unit: cell.metric.unit.symbol,
      value: cell.summary.mean, range: cell.summary.confidenceHalfWidth.map(range),
      extra: "n=\(cell.summary.count)")
  }

  /// The rate at the mean; to first order its relative uncertainty is that of the time.
  private static func rate(of cell: ExportedCell, _ names: inout UniqueNames) -> BenchmarkValue? {
    let mean = cell.summary.mean
    guard mean > 0 else { return nil }
    let rate = 1e9 / mean
    return BenchmarkValue(
      name: names.name(cell.name + ["\(cell.metric.id) rate"]), unit: "1/s", value: rate,
      range: cell.summary.confidenceHalfWidth.map { range(rate * $0 / mean) },
      extra: "n=\(cell.summary.count)")
  }

  private static func range(_ halfWidth: Double) -> String {
    "± \(NumberFormat.plain.string(for: halfWidth))"
  }
}
