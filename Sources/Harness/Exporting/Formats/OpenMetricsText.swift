import Analysis
import Metrics
import Recording
import Statistics
import Tables

/// OpenMetrics text, for a push or a textfile collector: gauges of each cell's statistics, in the base units
/// of OpenMetrics (seconds, bytes, ratios), and the numbers of passed and failed runs.
///
/// Source: OpenMetrics 1.0, <https://prometheus.io/docs/specs/om/open_metrics_spec/>.
public enum OpenMetricsText {
  /// The file's text. Without measurements it has only the numbers of runs.
  public static func text(_ experiments: [ExportedExperiment]) throws(ExportError) -> String {
    let experiment = try experiments.only(for: "openmetrics")
    let analysis = experiment.analysis
    var text = ""
    for metric in Set(analysis.metrics.map(\.ofDriver)).sorted() {
      let family = Family(metric)
      text += family.heading
      for cell in experiment.cells(where: { $0.ofDriver == metric.ofDriver }) {
        let statistics: [(String, Double?)] = [
          ("mean", cell.summary.mean), ("median", cell.summary.median),
          ("minimum", cell.summary.minimum), ("maximum", cell.summary.maximum),
          ("standard-deviation", cell.summary.standardDeviation),
          ("confidence-half-width", cell.summary.confidenceHalfWidth),
        ]
        for case (let statistic, let value?) in statistics {
          text += sample(
            family.name,
            labels(of: cell.cell.story, cell.cell.build, analysis.experiment)
              + (cell.metric.service.map { [("service", $0)] } ?? []) + [("statistic", statistic)],
            value / family.baseUnits)
        }
      }
    }
    return text + runs(of: experiment) + "# EOF\n"
  }

  /// A family of samples.
  private struct Family {
    let name: String
    let unit: String?
    let help: String
    let baseUnits: Double

    init(_ metric: Metric) {
      (unit, baseUnits) =
        switch metric.unit {
        case .nanoseconds: ("seconds", 1e9)
        case .bytes: ("bytes", 1)
        case .percent: ("ratio", 100)
        // Its name already ends with the unit.
        case .count, .bytesPerCycle: (nil, 1)
        }
      let words = "rehearse_" + metric.id.replacing("-", with: "_")
      // The name must end with the unit.
      name = unit.map { "\(words)_\($0)" } ?? words
      help = metric.title
    }

    var heading: String {
      "# TYPE \(name) gauge\n" + (unit.map { "# UNIT \(name) \($0)\n" } ?? "")
        + "# HELP \(name) \(OpenMetricsText.escaped(help))\n"
    }
  }

  private static func runs(of exported: ExportedExperiment) -> String {
    let analysis = exported.analysis
    var text = "# TYPE rehearse_runs gauge\n# HELP rehearse_runs Runs by how they ended.\n"
    for story in analysis.stories {
      for build in analysis.builds {
        let runs = analysis.runs.filter { $0.story == story && $0.build == build }
        for (ending, passed) in [("passed", true), ("failed", false)] {
          text += sample(
            "rehearse_runs",
            labels(of: story, build, analysis.experiment) + [("ending", ending)],
            Double(runs.count { $0.passed == passed }))
        }
      }
    }
    return text
  }

  private static func labels(
    of story: String, _ build: String, _ experiment: Experiment
  ) -> [(String, String)] {
    [("experiment", experiment.name), ("story", story), ("build", build)]
  }

  private static func sample(
    _ name: String, _ labels: [(String, String)], _ value: Double
  ) -> String {
    let labels = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    return "\(name){\(labels)} \(CSVField.text(value))\n"
  }

  /// Line breaks are already gone.
  fileprivate static func escaped(_ text: String) -> String {
    PlainLine(text).description.escaped(["\\": "\\\\", "\"": "\\\""])
  }
}
