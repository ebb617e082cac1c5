import Analysis
import Experimenting
import Metrics
import Recording
import Reports
import Tables

/// The terminal's tables as Markdown for a page or an issue, with the sentences below them.
public enum MarkdownTables {
  /// The text of experiments, one below the other.
  /// - Throws: `TableError`; `OutputError.noMeasurements` if there is no table.
  public static func text(_ experiments: [ExportedExperiment]) throws -> String {
    let parts = try experiments.map(parts)
    guard parts.contains(where: { !$0.isEmpty }) else {
      throw OutputError.noMeasurements(format: "markdown", wanted: "any value")
    }
    return zip(parts, experiments).flatMap { $0 + failures(of: $1) }.joined(separator: "\n\n")
      + "\n"
  }

  /// The failed runs, which are in no table, and that an explanation was stopped. A judgement's sentence has them.
  private static func failures(of exported: ExportedExperiment) -> [String] {
    guard exported.judgement == nil else { return [] }
    let isExplanation = if case .explanation? = exported.result { true } else { false }
    return exported.analysis.findings.filter {
      switch $0 {
      case .failedRuns, .failedCommand, .failedCounts: true
      // The missing pairs may change all of it.
      case .incomplete: isExplanation
      default: false
      }
    }.map { text($0.description) }
  }

  private static func parts(_ exported: ExportedExperiment) throws -> [String] {
    let analysis = exported.analysis
    guard !analysis.metrics.isEmpty else {
      // Among others it would seem not to have been compared.
      return exported.judgement.map { [text(Headline.sentence($0))] } ?? []
    }
    if let told = try withoutVerdicts(exported) { return told }
    if let judgement = exported.judgement {
      let tables = [
        judgement.isOfBudgetsAlone ? nil : try Table.verdicts(judgement),
        try Table.budgets(judgement), try Table.retention(analysis), try Table.changes(judgement),
      ]
      let sentences =
        Headline.warnings(judgement) + Headline.retention(analysis)
        + [Headline.sentence(judgement)]
      return tables.compactMap { $0?.markdown } + sentences.map(text)
    }
    let comparisons = Comparison.all(of: analysis)
    if analysis.experiment.source == .command {
      let table =
        if let build = analysis.builds.first, analysis.builds.count == 1 {
          try Table.command(analysis, build: build)
        } else {
          try Table.commands(analysis, comparisons)
        }
      let sentences = CommandSentences.sentences(analysis, comparisons, exported.gate)
      return [table.markdown] + sentences.map(text)
    }
    let opening = exported.answer.map(text)
    let retained =
      [try Table.retention(analysis)].compactMap { $0?.markdown }
      + Headline.retention(analysis).map(text)
    let metrics = analysis.headlineMetrics.filter(analysis.metrics.contains)
    let shown = metrics.isEmpty ? analysis.metrics : metrics
    if comparisons.isEmpty, let build = analysis.builds.first {
      return opening + [try Table.means(analysis, build: build, metrics: shown).markdown]
        + retained
    }
    let compared = try comparisons.flatMap { comparison in
      [try Table.comparison(comparison, metrics: shown).markdown]
        + Headline.sentences(comparison, metrics: shown).map(text)
    }
    return opening + compared + retained
  }

  /// The tables and sentences of a qualification or an explanation; nil for all else, and without measurements.
  static func withoutVerdicts(_ exported: ExportedExperiment) throws(TableError) -> [String]? {
    guard !exported.analysis.metrics.isEmpty else { return nil }
    switch exported.result {
    case .qualification(let result)?: return try qualified(result.qualification)
    case .explanation(let stories, _, _)?: return try explained(stories)
    case .comparison?, .measurements?, nil: return nil
    }
  }

  private static func qualified(
    _ qualification: Qualification
  ) throws(TableError) -> [String] {
    [
      try Table.qualification(qualification).markdown, try Table.dependence(qualification).markdown,
    ] + Headline.sentences(qualification).map(text)
  }

  private static func explained(
    _ stories: [StoryExplanation]
  ) throws(TableError) -> [String] {
    var parts: [String] = []
    for entry in stories {
      switch entry.answer {
      case .explained(let explanation):
        parts.append(try Table.explanation(explanation).markdown)
        if let types = try Table.types(explanation) { parts.append(types.markdown) }
        for caveat in explanation.caveats {
          let words = ExplanationText.words(caveat, of: entry.story, in: explanation.metric)
          parts.append(text(words))
        }
        parts.append(text(ExplanationText.sentence(explanation)))
      case .unexplained(let reason):
        parts.append(text(ExplanationText.words(reason, of: entry.story)))
      }
    }
    return parts
  }

  private static func text(_ sentence: String) -> String { MarkdownText(sentence).description }
}
