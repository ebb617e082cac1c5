import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// A job summary for GitHub: what it comes to in a sentence, the verdicts or the means, and what
/// failed, in Markdown.
public enum GitHubSummary {
  /// The size that GitHub takes of a step; it drops the summary of one that writes more.
  public static let limit = 1024 * 1024

  /// The Markdown, cut at the end of a line where there is more than so many bytes.
  /// - Throws: `TableError`.
  public static func text(
    _ experiments: [ExportedExperiment], limit: Int = limit
  ) throws(TableError) -> String {
    var parts: [String] = []
    for exported in experiments { parts += try page(exported) }
    return cut(parts.joined(separator: "\n\n") + "\n", to: limit)
  }

  private static func page(_ exported: ExportedExperiment) throws(TableError) -> [String] {
    let analysis = exported.analysis
    let experiment = analysis.experiment
    var parts = ["## \(MarkdownText(experiment.title))"]
    var notes = analysis.findings.map(\.description)
    if let judgement = exported.judgement {
      parts.append("**\(MarkdownText(Headline.sentence(judgement)))**")
      if let picture = IntervalPicture.lines(of: judgement) {
        parts.append((["```text"] + picture + ["```"]).joined(separator: "\n"))
      }
      if !judgement.isOfBudgetsAlone { parts.append(rendered(try .verdicts(judgement))) }
      if let budgets = try Table.budgets(judgement) { parts.append(rendered(budgets)) }
      if let retention = try Table.retention(analysis) { parts.append(rendered(retention)) }
      if let peaks = try Table.peakParts(analysis) { parts.append(rendered(peaks)) }
      if let changes = try Table.changes(judgement) { parts.append(rendered(changes)) }
      notes =
        Headline.retention(analysis) + Headline.peakParts(judgement, analysis)
        + Headline.warnings(judgement) + notes
    } else {
      parts += try measurements(of: analysis)
    }
    let failed = analysis.runsThatFailed
    if !failed.isEmpty { parts.append(rendered(try .failures(failed))) }
    if !notes.isEmpty {
      parts.append(notes.map { "- \(MarkdownText($0))" }.joined(separator: "\n"))
    }
    let commit =
      (experiment.revision.map { ", commit \($0.short)" } ?? "")
      + (experiment.baselineRevision.map { " against \($0.short)" } ?? "")
    parts.append(
      "\(MarkdownText(experiment.name)), \(experiment.startedAt.formatted(.iso8601)), seed "
        + "\(experiment.seed), \(analysis.runs.count.counted("run", "runs"))\(commit). Rehearse "
        + "\(experiment.version).")
    return parts
  }

  private static func measurements(of analysis: ExperimentAnalysis) throws(TableError) -> [String] {
    let main: [MetricQuantity] = [.peakMemory, .cpuTime, .wallTime]
    let metrics = analysis.metrics.filter { main.contains($0.quantity) }
    guard !metrics.isEmpty else { return [] }
    let comparisons = Comparison.all(of: analysis)
    if comparisons.isEmpty, let build = analysis.builds.first {
      return [rendered(try .means(analysis, build: build, metrics: metrics))]
    }
    var parts: [String] = []
    for comparison in comparisons {
      parts += Headline.sentences(comparison, metrics: [.cpuTime, .peakMemory])
        .map { MarkdownText($0).description }
      parts.append(rendered(try .comparison(comparison, metrics: metrics)))
    }
    return parts
  }

  private static func rendered(_ table: Table) -> String {
    MarkdownTableRenderer().rendered(table).trimmingCharacters(in: .newlines)
  }

  private static let cutNote = "\n\nThe rest was cut: GitHub takes no more.\n"

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let kept = text.utf8.prefix(max(0, limit - cutNote.utf8.count))
    guard let end = kept.lastIndex(of: UInt8(ascii: "\n")) else { return "" }
    return String(text[..<end]) + cutNote
  }
}
