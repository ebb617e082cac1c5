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
          quoted(run.build), quoted(run.story), metric.id, metric.unit.symbol, "\(run.round)",
          text(value),
        ]
        output.write(fields.joined(separator: ",") + "\n")
      }
    }
  }

  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  private static func quoted(_ name: String) -> String {
    // By scalars: a combining mark after a quote or a comma would hide it in a Character.
    let scalars = name.unicodeScalars
    guard scalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return name }
    let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map(String.init).joined(separator: "\"\"") + "\""
  }
}
