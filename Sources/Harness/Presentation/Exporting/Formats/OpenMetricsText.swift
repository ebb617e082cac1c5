import Analysis
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// OpenMetrics text, for a push or a textfile collector: gauges of each cell's statistics, in the base units
/// of OpenMetrics (seconds, bytes, ratios), latencies over all runs as a histogram, and the numbers of passed
/// and failed runs, unless nobody knows how they ended.
///
/// Source: OpenMetrics 1.0, <https://prometheus.io/docs/specs/om/open_metrics_spec/>.
public enum OpenMetricsText {
  /// The file's text. Without measurements it has only the numbers of runs.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
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
    return text + latencies(of: experiment) + runs(of: experiment) + "# EOF\n"
  }

  /// The greatest latencies of buckets, in seconds: three in each power of ten.
  private static let bounds = [
    "0.0001", "0.0002", "0.0005", "0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2",
    "0.5", "1.0", "2.0", "5.0", "10.0",
  ]

  /// The histograms of requests and repetitions; of a whole load only if its requests are not told apart, so that sums
  /// over all steps count nothing twice.
  private static func latencies(of exported: ExportedExperiment) -> String {
    let all = exported.latencies
    let apart = Set(all.filter { $0.step != nil }.map { [$0.story, $0.build] })
    let shown = all.filter { $0.step != nil || !apart.contains([$0.story, $0.build]) }
    if shown.isEmpty { return "" }
    let name = "rehearse_latency_seconds"
    var text =
      "# TYPE \(name) histogram\n# UNIT \(name) seconds\n"
      + "# HELP \(name) Latencies of requests and repetitions.\n"
    for pooled in shown {
      let labels =
        labels(of: pooled.story, pooled.build, exported.analysis.experiment)
        + (pooled.step.map { [("step", $0)] } ?? [])
      for bound in bounds {
        let time = Int64(((Double(bound) ?? 0) * 1e9).rounded())
        text += sample(
          "\(name)_bucket", labels + [("le", bound)], Double(pooled.latencies.count(upTo: time)))
      }
      let count = Double(pooled.latencies.count)
      text += sample("\(name)_bucket", labels + [("le", "+Inf")], count)
      text += sample("\(name)_count", labels, count)
      text += sample("\(name)_sum", labels, pooled.latencies.sum / 1e9)
    }
    return text
  }

  struct Family {
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
        case .itemsPerSecond: ("items_per_second", 1)
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
    guard exported.unknownEnding == nil else { return "" }
    let analysis = exported.analysis
    var text = "# TYPE rehearse_runs gauge\n# HELP rehearse_runs Runs by how they ended.\n"
    for story in analysis.stories {
      for build in analysis.builds {
        let runs = analysis.runs.filter { $0.story == story && $0.build == build }
        let passed = runs.count(where: \.passed)
        let failed = runs.count { $0.storyFailure.map { $0.reason != .notMeasured } ?? false }
        // The others say nothing about the app: an instrument failed, or they were ended with another run.
        let unmeasured = runs.count - passed - failed
        for (ending, count) in [
          ("passed", passed), ("failed", failed), ("not-measured", unmeasured),
        ] {
          text += sample(
            "rehearse_runs",
            labels(of: story, build, analysis.experiment) + [("ending", ending)], Double(count))
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
    sample(name, labels, CSVField.text(value))
  }

  static func sample(_ name: String, _ labels: [(String, String)], _ value: String) -> String {
    let labels = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    return "\(name){\(labels)} \(value)\n"
  }

  /// Line breaks are already gone.
  fileprivate static func escaped(_ text: String) -> String {
    PlainLine(text).description.escaped(["\\": "\\\\", "\"": "\\\""])
  }
}
