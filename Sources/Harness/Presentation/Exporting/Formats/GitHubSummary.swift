import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// A job summary for GitHub in Markdown: the outcome in a sentence, the verdicts or the means, or what a qualification
/// or an explanation found, and the failures.
public enum GitHubSummary {
  /// GitHub's size limit for a step; it drops a longer summary.
  public static let limit = 1024 * 1024

  /// The Markdown. If it has more than this many bytes, only the answers and the verdicts are kept, the gravest
  /// first, and what is still too much is cut at the end of a line.
  /// - Throws: `TableError`.
  public static func text(
    _ experiments: [ExportedExperiment], limit: Int = limit
  ) throws(TableError) -> String {
    var parts: [String] = []
    for exported in experiments { parts += try page(exported) }
    let text = parts.joined(separator: "\n\n") + "\n"
    if text.utf8.count <= limit { return text }
    var answers: [String] = []
    // Equally grave ones keep their order.
    let ordered = experiments.enumerated().sorted {
      (gravity($1.element), $0.offset) < (gravity($0.element), $1.offset)
    }
    for (_, exported) in ordered { answers += try answer(exported) }
    if experiments.contains(where: { $0.judgement != nil }) { answers.append(shortNote) }
    return cut(answers.joined(separator: "\n\n") + "\n", to: limit)
  }

  private static func gravity(_ exported: ExportedExperiment) -> Outcome {
    exported.judgement?.outcome ?? max(exported.analysis.outcome, exported.gate?.outcome ?? .passed)
  }

  /// The answer with its verdicts, the gravest first; without a comparison, the whole page.
  private static func answer(_ exported: ExportedExperiment) throws(TableError) -> [String] {
    guard let judgement = exported.judgement?.gravestFirst else { return try page(exported) }
    var parts = heading(exported.analysis, [Headline.sentence(judgement)])
    if !judgement.isOfBudgetsAlone { parts.append(try Table.verdicts(judgement).markdown) }
    if let budgets = try Table.budgets(judgement) { parts.append(budgets.markdown) }
    return parts
  }

  private static func heading(_ analysis: ExperimentAnalysis, _ sentences: [String]) -> [String] {
    ["## \(MarkdownText(analysis.experiment.title))"] + sentences.map { "**\(MarkdownText($0))**" }
  }

  private static func page(_ exported: ExportedExperiment) throws(TableError) -> [String] {
    let analysis = exported.analysis
    let experiment = analysis.experiment
    var parts = heading(analysis, exported.answer)
    var notes = analysis.findings.map(\.description)
    if let judgement = exported.judgement {
      if let picture = IntervalPicture.lines(of: judgement) { parts.append(fenced(picture)) }
      if let picture = TrendPicture.lines(of: exported.trends) { parts.append(fenced(picture)) }
      if !judgement.isOfBudgetsAlone { parts.append(try Table.verdicts(judgement).markdown) }
      if let budgets = try Table.budgets(judgement) { parts.append(budgets.markdown) }
      if let retention = try Table.retention(analysis) { parts.append(retention.markdown) }
      if let peaks = try Table.peakParts(analysis) { parts.append(peaks.markdown) }
      if let changes = try Table.changes(judgement) { parts.append(changes.markdown) }
      notes =
        [Headline.unexercised(judgement)].compactMap(\.self) + Headline.retention(analysis)
        + Headline.peakParts(judgement, analysis) + Headline.warnings(judgement) + notes
    } else if let told = try MarkdownTables.withoutVerdicts(exported) {
      parts += told
      if case .qualification(let result)? = exported.result {
        notes = result.findings.map(\.description)
      }
    } else {
      parts += try measurements(of: analysis)
      if let retention = try Table.retention(analysis) { parts.append(retention.markdown) }
      notes = Headline.retention(analysis) + notes
    }
    let failed = analysis.runsThatFailed
    if !failed.isEmpty { parts.append(try Table.failures(failed).markdown) }
    if !notes.isEmpty { parts.append(MarkdownText.list(notes)) }
    let commit =
      (experiment.measuredRevision.map { ", commit \($0.short)" } ?? "")
      + (experiment.baselineRevision.map { " against \($0.short)" } ?? "")
    parts.append(
      "\(MarkdownText(experiment.name)), \(experiment.startedAt.formatted(.iso8601)), seed "
        + "\(experiment.seed), \(analysis.runs.count.counted("run", "runs"))\(commit). Rehearse "
        + "\(experiment.version).")
    return parts
  }

  private static func measurements(of analysis: ExperimentAnalysis) throws(TableError) -> [String] {
    let main: [Metric] = [.peakMemory, .cpuTime, .wallTime]
    let metrics = analysis.metrics.filter { main.contains($0.ofDriver) }
    guard !metrics.isEmpty else { return [] }
    let comparisons = Comparison.all(of: analysis)
    if comparisons.isEmpty, let build = analysis.builds.first {
      return [try Table.means(analysis, build: build, metrics: metrics).markdown]
    }
    var parts: [String] = []
    for comparison in comparisons {
      parts += Headline.sentences(comparison, metrics: [.cpuTime, .peakMemory])
        .map { MarkdownText($0).description }
      parts.append(try Table.comparison(comparison, metrics: metrics).markdown)
    }
    return parts
  }

  private static func fenced(_ lines: [String]) -> String {
    (["```text"] + lines + ["```"]).joined(separator: "\n")
  }

  private static let shortNote = "Notes and some tables were left out: GitHub takes no more."
  private static let cutNote = "\n\nThe rest was cut: GitHub takes no more.\n"

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    let kept = text.utf8.prefix(max(0, limit - cutNote.utf8.count))
    guard let end = kept.lastIndex(of: UInt8(ascii: "\n")) else { return "" }
    return String(text[..<end]) + cutNote
  }
}
