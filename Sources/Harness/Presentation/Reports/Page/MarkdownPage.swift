import Analysis
import Charts
import Foundation
import Metrics
import Recording
import Statistics
import Tables

struct MarkdownPage {
  let report: Report
  let pictures: ReportCharts
  /// A Boolean value indicating whether tables for programs are beside it.
  let hasTables: Bool

  func markdown() throws(TableError) -> String {
    let experiment = report.analysis.experiment
    var parts = ["# \(MarkdownText(experiment.title))"]
    let verdict = PageVerdict(report)
    let sentences =
      report.isJudged
      ? [verdict.sentence] + verdict.remarks
      : verdict.statements.map(\.sentence) + Headline.retention(report.analysis)
    if !sentences.isEmpty { parts.append(MarkdownText.list(sentences)) }
    parts.append(origin)
    let findings = report.findings.map(\.description)
    if !findings.isEmpty { parts.append("## Notes\n\n" + MarkdownText.list(findings)) }
    let tables = try ReportTables(
      report, comparing: report.mainMetrics, layouts: Report.layoutMetrics)
    parts += (tables.verdicts + tables.explanations).map(\.table.markdown)
    let caveats = report.explanations.compactMap(\.explanation).flatMap { explanation in
      explanation.caveats.map {
        ExplanationText.words($0, of: explanation.story, in: explanation.metric)
      }
    }
    if !caveats.isEmpty { parts.append(MarkdownText.list(caveats)) }
    parts += section("What a cycle retains", try Table.retention(report.analysis))
    parts += section("What the peak consists of", try Table.peakParts(report.analysis))
    for kind in ReportPictures.Subject.allCases {
      parts += section(kind)
      parts += try self.tables(after: kind)
    }
    if !pictures.omissions.isEmpty {
      parts.append("## Pictures left out\n\n" + MarkdownText.list(pictures.omissions))
    }
    parts.append(try "## Experiment\n\n" + Table.builds(experiment).markdown)
    let checks = [try Table.checks(experiment), try Table.checksByModule(experiment)]
    parts += checks.compactMap { $0?.markdown }
    if experiment.environment != nil {
      parts.append(try Table.environment(experiment.environment).markdown)
    }
    let failed = report.analysis.runsThatFailed
    if !failed.isEmpty {
      parts.append(try "## Failed runs\n\n" + Table.failures(failed).markdown)
    }
    let stories = experiment.stories.map { "- \(code($0.name)): \(MarkdownText($0.title))" }
    parts.append("## Stories\n\n" + stories.joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The tables with the numbers of a group of pictures.
  private func tables(after kind: ReportPictures.Subject) throws(TableError) -> [String] {
    var parts: [String] = []
    switch kind {
    case .changes:
      for comparison in report.comparisons where !report.isJudged {
        parts.append(try Table.comparison(comparison, metrics: report.mainMetrics).markdown)
      }
    case .layouts:
      if report.hasLayouts {
        parts.append(try Table.layouts(report.analysis, metrics: Report.layoutMetrics).markdown)
      }
      if let attribution = report.attribution {
        parts.append(try "## What the checks cost\n\n" + Table.attribution(attribution).markdown)
      }
      if !report.published.isEmpty { parts.append("## Compared with published measurements") }
      for published in report.published { parts.append(try Table.published(published).markdown) }
    case .runs: parts += [try Table.others(report.analysis)].compactMap { $0?.markdown }
    case .scatter:
      let correlations = try Table.correlations(report.analysis, report.scatterCPU, .peakMemory)
      parts += [correlations].compactMap { $0?.markdown }
    case .stories:
      if [Metric.peakMemory, .peakCPU].contains(where: report.analysis.metrics.contains) {
        parts.append(try Table.peaks(report.analysis).markdown)
      }
    case .typicalRuns: break
    }
    return parts
  }

  private var origin: String {
    let experiment = report.analysis.experiment
    let date = experiment.startedAt.formatted(.iso8601)
    let layouts = experiment.layouts > 1 ? " in \(report.analysis.usedLayouts) layouts" : ""
    let declared =
      report.declaration == nil
      ? "" : "; what else its verdicts are computed from: [decision.json](decision.json)"
    let tables = hasTables ? "; tables for programs: [tables](tables)" : ""
    let source =
      experiment.source == .import
      ? "Imported on \(date)" : "Measured on \(date), seed \(experiment.seed)"
    return """
      \(source): \(experiment.stories.count.counted("story", "stories")), \
      \(experiment.builds.count.counted("build", "builds"))\(layouts), \
      \(report.analysis.runs.count.counted("run", "runs")). Rehearse \(experiment.version). All statistics: \
      [statistics.md](statistics.md); every value: [measurements.csv](measurements.csv)\
      \(declared)\(tables).
      """
  }

  /// A name as code, in which only the closing sign has a meaning.
  private func code(_ name: String) -> String {
    let line = PlainLine(name).description
    return line.isEmpty || line.contains("`") ? MarkdownText(name).description : "`\(line)`"
  }

  /// A table under a heading; nothing if there is none.
  private func section(_ title: String, _ table: Table?) -> [String] {
    table.map { ["## \(title)\n\n" + $0.markdown] } ?? []
  }

  private func section(_ kind: ReportPictures.Subject) -> [String] {
    let pictures = pictures.pictures(kind)
    guard !pictures.isEmpty else { return [] }
    return ["## \(kind.title)"]
      + pictures.map { picture in
        "![\(MarkdownText(picture.chart.alternativeText))](charts/\(picture.name).svg)"
      }
  }
}

extension MarkdownText {
  /// Sentences, one below the other.
  package static func list(_ sentences: [String]) -> String {
    sentences.map { "- \(MarkdownText($0))" }.joined(separator: "\n")
  }
}

/// The fourteen statistics of every metric and build, one table each.
struct StatisticsPages {
  /// File names without extension, and the tables.
  let files: [(name: String, table: Table)]
  /// All of them on one page, with each metric's meaning.
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
