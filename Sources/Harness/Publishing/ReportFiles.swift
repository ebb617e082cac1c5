import Analysis
import Exporting
import MetricCatalog
import Recording
import Reporting

/// The files of a report that hold text, made but not yet written.
struct ReportFiles {
  typealias File = (name: String, text: String)

  let report: Report
  let pictures: ReportCharts
  let formats: Set<ReportFormat>
  /// The page's pictures as `<svg>` elements, by their names.
  let drawings: [String: String]
  /// Those that have pages of their own; empty where there is one page.
  let parts: [ReportPart]
  /// After how many seconds the page loads itself again; nil for never.
  let reload: Int?

  /// The figures and the scenario first, the pages last: where they are there, so is all that they
  /// link to.
  /// - Throws: ``TableError``, ``ExportError``.
  func all() throws -> [File] {
    let statistics = try StatisticsPages(report)
    let data = try data()
    var files: [File] = data.map { ($0.name, $0.text) }
    files += try tables(statistics)
    if formats.contains(.markdown) {
      files.append(("statistics.md", statistics.markdown))
      files.append(
        (
          Self.page(.markdown),
          parts.isEmpty
            ? try ReportPage(report, pictures: pictures).markdown()
            : OverviewPage(report: report, parts: parts, reload: reload).markdown
        ))
    }
    if formats.contains(.html) {
      files.append(
        (
          Self.page(.html),
          parts.isEmpty
            ? try ExperimentPage(
              report: report, drawings: drawings, groups: pictures.groups,
              omissions: pictures.omissions, files: data, reload: reload
            ).text() : OverviewPage(report: report, parts: parts, reload: reload).html
        ))
    }
    return files
  }

  /// The name of the page in a format.
  static func page(_ format: ReportFormat) -> String {
    format == .html ? "report.html" : "report.md"
  }

  private func data() throws(ExportError) -> [DataFile] {
    var measurements = ""
    LongCSV.write(
      report.analysis.runs + report.savedRuns, of: report.analysis.experiment, to: &measurements)
    var files = [
      DataFile(
        name: "measurements.csv", type: "text/csv", text: measurements,
        isBeside: ExperimentPage.isLarge(report) || measurements.utf8.count > 1_000_000)
    ]
    // Of a part nothing can be computed again: p values hold for all stories together.
    if let judgement = report.judgement, !report.isPart {
      files.append(
        DataFile(
          name: "decision.json", type: "application/json",
          text: try DecisionJSON.text(judgement, of: report.judged ?? report.analysis)))
    }
    let scenario = report.analysis.experiment.scenario
    if !scenario.isEmpty {
      files.append(DataFile(name: "scenario.yml", type: "text/yaml", text: scenario))
    }
    return files
  }

  private func tables(_ statistics: StatisticsPages) throws(TableError) -> [File] {
    let metrics = report.analysis.metrics
    let named = try ReportTables(report, comparing: metrics, layouts: metrics).all
    let tables = statistics.files + named.map { ($0.name, $0.table) }
    var files: [File] = []
    for (name, table) in tables {
      if formats.contains(.csv) {
        files.append(("tables/\(name).csv", CSVTableRenderer().rendered(table)))
      }
      if formats.contains(.latex) {
        files.append(("tables/\(name).tex", LaTeXTableRenderer().rendered(table)))
      }
      if formats.contains(.json) {
        files.append(("tables/\(name).json", JSONTableRenderer().rendered(table)))
      }
    }
    return files
  }
}
