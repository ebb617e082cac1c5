import Analysis
import Metrics
import Recording
import Tables

extension ExperimentPage {
  /// A table, with links to the source of its measurements.
  func piece(_ named: NamedTable) -> HTML {
    HTML(joined: [HTMLTableRenderer().piece(named.table), sources(of: named.metrics)])
  }

  private func sources(of metrics: [Metric]) -> HTML {
    let known = metrics.filter(report.analysis.metrics.contains)
    guard !known.isEmpty else { return HTML(joined: []) }
    return HTML("p", ["class": "sources"]) {
      "Source and exactness: "
      for metric in known {
        HTML("a", ["href": "#metric-\(metric.id)"]) { metric.title }
        " "
      }
    }
  }

  /// Returns every metric's meaning, source, exactness and statistics.
  func metrics() throws(TableError) -> [HTML] {
    let analysis = report.analysis
    guard !analysis.metrics.isEmpty else { return [] }
    var pieces = [HTMLTableRenderer().piece(try .metrics(analysis))]
    for metric in analysis.metrics {
      var tables: [HTML] = []
      for build in analysis.builds {
        tables.append(
          HTMLTableRenderer().piece(try .statistics(analysis, metric: metric, build: build)))
      }
      let origin = analysis.origin(of: metric)
      let meaning = experiment.meaning(of: metric, sampledEvery: analysis.samplingInterval)
      pieces.append(
        HTML("details") {
          HTML("summary") { metric.title }
          HTML("p", ["id": "metric-\(metric.id)"]) { meaning }
          HTML("p", ["class": "note"]) {
            "Source: "
            origin.source
            "."
          }
          tables
        })
    }
    return pieces
  }

  /// Returns whether there are so many runs that a page of them all would grow by megabytes that nobody reads
  /// but every browser must load.
  static func isLarge(_ report: Report) -> Bool { report.analysis.runs.count > 2_000 }

  func origin(_ tables: ReportTables) -> [HTML] { tables.origins.map(piece) + [hashes] }

  /// The builds' full hashes: the table only has room for their beginnings.
  private var hashes: HTML {
    let known = experiment.builds.compactMap { build in build.sha256.map { (build.name, $0) } }
    guard !known.isEmpty else { return HTML(joined: []) }
    return HTML("details") {
      HTML("summary") { "SHA-256 in full" }
      for (name, hash) in known {
        HTML("p", ["class": "hash"]) {
          "\(name): "
          HTML("code") { hash }
        }
      }
    }
  }

  /// The command, the scenario and the raw data.
  var again: [HTML] {
    let reproduction = Reproduction(experiment)
    var pieces: [HTML] = []
    if !reproduction.commands.isEmpty {
      pieces.append(
        HTML("pre", ["tabindex": "0", "role": "group", "aria-label": "Commands"]) {
          HTML("code") { HTML(lines: reproduction.commands.joined(separator: "\n")) }
        })
    }
    pieces += reproduction.remarks.map { remark in HTML("p", ["class": "note"]) { remark } }
    if !experiment.scenario.isEmpty {
      pieces.append(
        HTML("details") {
          HTML("summary") { "The scenario" }
          HTML("pre", ["tabindex": "0", "role": "group", "aria-label": "The scenario"]) {
            HTML("code") { HTML(lines: experiment.scenario) }
          }
        })
    }
    pieces.append(HTML("h3") { "Raw data" })
    for file in files where file.isBeside {
      pieces.append(
        HTML("p") { "\(file.name) is too large for this page: it is in the same folder." })
    }
    pieces.append(
      HTML("p", ["class": "downloads"]) { for file in files { file.link } })
    return pieces
  }
}
