import Analysis
import MetricCatalog
import Recording
import Reporting

/// The fourteen statistics of every metric and build, a table each.
struct StatisticsPages {
  /// File names without ending, and the tables.
  let files: [(name: String, metric: Metric, table: Table)]
  private let title: String

  init(_ report: Report) throws(TableError) {
    var files: [(String, Metric, Table)] = []
    var names = FileNames()
    for metric in report.analysis.metrics {
      for build in report.analysis.builds {
        files.append(
          (
            names.name(metric.id, build), metric,
            try .statistics(report.analysis, metric: metric, build: build)
          ))
      }
    }
    self.files = files
    title = report.analysis.experiment.title
  }

  /// All of them on one page, with what each metric means.
  var markdown: String {
    var page = "# \(title): statistics\n"
    var last = ""
    for file in files {
      let metric = file.metric
      if metric.id != last {
        page += "\n## \(metric.title)\n\n\(metric.meaning) (\(metric.exactness.rawValue))\n"
        last = metric.id
      }
      page += "\n" + MarkdownTableRenderer().rendered(file.table)
    }
    return page
  }
}
