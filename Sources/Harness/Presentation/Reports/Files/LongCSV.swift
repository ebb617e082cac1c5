import Metrics
import Recording
import Tables

/// One value per row, identified by its run: enough to compute every table of a report, and the format that
/// `rehearse import` reads.
///
/// A value is identified by its experiment, build, story, step, metric, kind, round and attempt; `step` is
/// empty for the whole story. Runs of one story, kind and round on two builds are a pair. Values are in base
/// units and unrounded. Failed runs have no measurements and no rows; of repeated runs, only the try that
/// counts has.
public enum LongCSV {
  /// The columns, in their order.
  public static let columns = [
    "experiment", "build", "story", "step", "kind", "round", "attempt", "arrangement", "layout",
    "metric", "unit", "value",
  ]

  /// Writes the runs in order, each with its own measurements, then those of its loaded steps and of the requests of
  /// loads, metrics in the catalogue's order; nil for all metrics. A whole command is its only step, so it has no
  /// rows for steps.
  public static func write(
    _ runs: [Run], of experiment: Experiment, metrics: [Metric]? = nil,
    to output: inout some TextOutputStream
  ) {
    output.write(columns.joined(separator: ",") + "\n")
    let chosen = metrics.map { Set($0).sorted() }
    let number = experiment.number.map(String.init) ?? ""
    for run in runs where run.passed {
      let run = RunColumns(run, experiment: number)
      run.write(run.run.measurements, of: chosen ?? run.metrics, step: "", to: &output)
      guard experiment.source != .command else { continue }
      for index in run.run.stepLabels.indices {
        run.write(
          run.run.measurements(ofStep: index + 1), of: chosen ?? run.metrics,
          step: "\(index + 1)", to: &output)
      }
    }
  }

  /// The common part of all rows of a run.
  private struct RunColumns {
    let run: Run
    /// All metrics that it may have, for itself and its steps.
    let metrics: [Metric]
    private let beforeStep: String
    private let afterStep: String

    init(_ run: Run, experiment: String) {
      self.run = run
      let services = Set(run.measurements.keys.compactMap(\.service)).sorted()
      metrics = Metric.all + services.flatMap(Metric.all(ofService:))
      beforeStep = "\(experiment),\(CSVField.quoted(run.build)),\(CSVField.quoted(run.story)),"
      afterStep =
        ",\(run.kind.rawValue),\(run.round),\(run.attempt),\(run.arrangement?.word ?? ""),"
        + "\(run.layout),"
    }

    func write(
      _ measurements: [Metric: Double], of metrics: [Metric], step: String,
      to output: inout some TextOutputStream
    ) {
      for metric in metrics {
        guard let value = measurements[metric] else { continue }
        output.write(
          beforeStep + step + afterStep
            + "\(metric.id),\(metric.unit.symbol),\(CSVField.text(value))\n")
      }
    }
  }
}
