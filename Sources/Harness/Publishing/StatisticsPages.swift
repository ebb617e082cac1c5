import Analysis
import MetricCatalog
import Recording
import Reporting

/// The fourteen statistics of every metric and build, a table each.
struct StatisticsPages {
  /// File names without ending, and the tables.
  let files: [(name: String, table: Table)]
  private let title: String

  init(_ report: Report) throws(TableError) {
    var files: [(String, Table)] = []
    for metric in report.analysis.metrics {
      for build in report.analysis.builds {
        files.append(
          ("\(metric.id)-\(build)", try .statistics(report.analysis, metric: metric, build: build)))
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
      let metric = Metric.all.first { file.name.hasPrefix($0.id + "-") }
      if let metric, metric.id != last {
        page += "\n## \(metric.title)\n\n\(metric.meaning) (\(metric.exactness.rawValue))\n"
        last = metric.id
      }
      page += "\n" + MarkdownTableRenderer().rendered(file.table)
    }
    return page
  }
}
