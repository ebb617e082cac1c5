import Analysis
import Metrics
import Recording
import Reports
import Statistics

/// The metrics report of GitLab: the means of what is gated, of the candidate alone, as OpenMetrics text. A
/// merge request shows them beside those of its target branch.
///
/// GitLab splits lines as a shell would and compares values as texts. So each value is rounded to the second
/// digit of its standard error, no label names a commit, and none has a `#`, which would begin a comment.
///
/// Source: <https://docs.gitlab.com/ci/testing/metrics_reports/>, and `Gitlab::Ci::Parsers::Metrics::Generic`.
public enum GitLabMetrics {
  /// The file's text.
  /// - Throws: `OutputError.noGates`, `OutputError.noMeasurements`.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let format = ExportFormat.gitlabMetrics.rawValue
    let experiment = try experiments.only(for: format)
    let candidate = experiment.analysis.experiment.decision?.candidate
    let cells = try experiment.gatedCells(for: format)
      .filter { candidate == nil || $0.cell.build == candidate }
    guard !cells.isEmpty else { throw .noMeasurements(format: format, wanted: "a gated value") }
    var text = ""
    for metric in Set(cells.map(\.metric.ofDriver)).sorted() {
      let family = OpenMetricsText.Family(metric)
      text += family.heading
      for cell in cells where cell.metric.ofDriver == metric {
        let format = NumberFormat.uncertainty((cell.summary.standardError ?? 0) / family.baseUnits)
        var labels = [
          ("experiment", experiment.analysis.experiment.name), ("story", cell.cell.story),
        ]
        if candidate == nil, experiment.analysis.builds.count > 1 {
          labels.append(("build", cell.cell.build))
        }
        if let service = cell.metric.service { labels.append(("service", service)) }
        text += OpenMetricsText.sample(
          family.name, labels.map { ($0, $1.replacing("#", with: "＃")) },
          format.string(for: cell.summary.mean / family.baseUnits))
      }
    }
    return text + "# EOF\n"
  }
}
