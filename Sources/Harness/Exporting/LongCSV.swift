import MetricCatalog
import Recording

/// One figure a row: `build,story,metric,unit,run,value`, the form that `rehearse import` reads.
///
/// Values are in base units and in full; `run` is the round, so that rows of one story and round
/// on two builds are a pair. Failed runs have no figures and no rows.
public enum LongCSV {
  /// Writes the runs, ordered as they were made, each run's metrics in the catalogue's order.
  public static func write(_ runs: [Run], to output: inout some TextOutputStream) {
    output.write("build,story,metric,unit,run,value\n")
    for run in runs where run.passed {
      for metric in Metric.all {
        guard let value = run.measurements[metric] else { continue }
        let fields = [
          CSVField.quoted(run.build), CSVField.quoted(run.story), metric.id, metric.unit.symbol,
          "\(run.round)",
          CSVField.text(value),
        ]
        output.write(fields.joined(separator: ",") + "\n")
      }
    }
  }
}
