import Analysis
import MetricCatalog
import Recording
import Reporting

/// The fourteen statistics of every metric and build, a table each.
struct StatisticsPages {
  /// File names without ending, and the tables.
  let files: [(name: String, table: Table)]
  /// All of them on one page, with what each metric means.
  let markdown: String

  init(_ report: Report) throws(TableError) {
    let experiment = report.analysis.experiment
    let interval = report.analysis.samplingInterval
    var files: [(String, Table)] = []
    var names = FileNames()
    var page = "# \(MarkdownText(experiment.title)): statistics\n"
    for metric in report.analysis.metrics {
      let meaning = experiment.meaning(of: metric, sampledEvery: interval)
      page += "\n## \(MarkdownText(metric.title))\n\n\(meaning)\n"
      for build in report.analysis.builds {
        let table = try Table.statistics(report.analysis, metric: metric, build: build)
        files.append((names.name(metric.id, build), table))
        page += "\n" + MarkdownTableRenderer().rendered(table)
      }
    }
    self.files = files
    markdown = page
  }
}
