import Analysis
import Recording
import Statistics
import Tables

/// The verdict on an experiment, as the page's first words.
package struct PageVerdict {
  /// One or two words.
  package let word: String
  package let sentence: String
  package let tone: Table.Cell.Tone
  /// The measurements that support it.
  package let statements: [Headline.Statement]
  let remarks: [String]

  var sentences: [String] { [sentence] + statements.map(\.sentence) + remarks }

  package init(_ report: Report) {
    if let judgement = report.judgement {
      word = Headline.word(judgement)
      sentence = Headline.sentence(judgement)
      // What the rest shows is no verdict, good or bad.
      tone = judgement.missing == nil ? judgement.outcome.tone : .caution
      statements = []
      remarks =
        Headline.retention(report.analysis) + Headline.peakParts(judgement, report.analysis)
        + Headline.warnings(judgement) + Self.reasons(report)
      return
    }
    if let qualification = report.qualification {
      let sentences = Headline.sentences(qualification)
      word =
        qualification.isQualified
        ? qualification.hasNothingToQualify ? "Nothing to qualify" : "Qualified"
        : qualification.outcome == .interrupted ? Self.word(for: .caution) : "Not qualified"
      sentence = sentences.first ?? ""
      tone = qualification.isQualified ? .good : .caution
      statements = []
      remarks = Array(sentences.dropFirst()) + Self.reasons(report)
      return
    }
    if !report.explanations.isEmpty {
      let words = report.explanations.map(\.words)
      let isWhole = !report.analysis.isUnfinished
      let isFound = report.explanations.contains { $0.explanation != nil }
      word = !isWhole ? Self.word(for: .caution) : isFound ? "Explained" : "Not explained"
      (sentence, remarks) = (words[0], Array(words.dropFirst()) + Self.reasons(report))
      (tone, statements) = (isWhole ? .neutral : .caution, [])
      return
    }
    statements = report.comparisons.flatMap {
      Headline.statements($0, metrics: report.headlineMetrics)
    }
    let (state, stateTone) = Self.measured(report)
    let found = Self.found(report) + Headline.retention(report.analysis)
    // The answer first; but incomplete measurements are no answer.
    let isWhole = stateTone != .bad && stateTone != .caution
    let sentences = isWhole ? found + [state] : [state] + found
    word = Self.word(for: stateTone)
    sentence = sentences[0]
    tone = found.isEmpty || !isWhole ? stateTone : .neutral
    remarks = Array(sentences.dropFirst())
  }

  /// The reasons why runs failed, one sentence for each of the first different reasons.
  private static func reasons(_ report: Report) -> [String] {
    var reasons: [String] = []
    var messages: Set<String> = []
    for run in report.analysis.runs {
      guard let failure = run.storyFailure, messages.insert(failure.message).inserted else {
        continue
      }
      let step = failure.step.map { ", at \($0)" } ?? ""
      reasons.append("\(run.story) on \(run.build), run \(run.round)\(step): \(failure.message)")
      if reasons.count == 3 { break }
    }
    return reasons
  }

  /// Returns what each comparison shows; with many builds, the tiles below show the rest.
  private static func found(_ report: Report) -> [String] {
    report.comparisons.prefix(3).compactMap {
      Headline.sentence($0, metrics: report.headlineMetrics)
    }
  }

  /// The word for an experiment that decides nothing.
  private static func word(for state: Table.Cell.Tone) -> String {
    switch state {
    case .good, .neutral: "Measured"
    case .caution: "Not complete"
    case .bad: "Failed"
    }
  }

  /// For an experiment that decides nothing: whether its measurements are complete, and what they are.
  private static func measured(_ report: Report) -> (String, Table.Cell.Tone) {
    let analysis = report.analysis
    let experiment = analysis.experiment
    let (made, failed) = analysis.madeRuns
    let runs = made.counted("run", "runs")
    if analysis.runs.isEmpty { return ("No run has been made yet.", .caution) }
    let missing = analysis.missing?.words
    if failed > 0 {
      return ("\(failed) of \(runs) failed\(missing.map { ", and \($0)" } ?? "").", .bad)
    }
    if case .parts(let words)? = analysis.missing { return ("Not complete: \(words).", .caution) }
    if experiment.source != .import, experiment.completedAt == nil {
      return ("Not complete: \(analysis.runs.count) of \(experiment.plannedRuns) runs.", .caution)
    }
    switch experiment.source {
    case .import: return ("\(runs), imported: Rehearse measured none of them.", .neutral)
    case .attach: return ("\(runs), watched from outside.", .neutral)
    case .replay, .command, .stored:
      return (made == 1 ? "The run passed." : "All \(runs) passed.", .good)
    }
  }
}

extension StoryExplanation {
  /// The outcome, or why there is none.
  fileprivate var words: String {
    switch answer {
    case .explained(let explanation): ExplanationText.sentence(explanation)
    case .unexplained(let reason): ExplanationText.words(reason, of: story)
    }
  }
}

extension Outcome {
  fileprivate var tone: Table.Cell.Tone {
    switch self {
    case .passed: .good
    case .inconclusive, .notComparable, .interrupted: .caution
    case .regression, .appFailed, .toolFailed: .bad
    }
  }
}

extension PageVerdict {
  /// The sentence, then the measurements that support it.
  var piece: HTML {
    HTML(joined: [
      HTML("div", ["class": Self.classes("verdict", tone)]) {
        HTML("p") { sentence }
        if !remarks.isEmpty { HTML.list(remarks) }
      },
      statements.isEmpty
        ? HTML(joined: []) : HTML("div", ["class": "tiles"]) { statements.map(Self.tile) },
    ])
  }

  private static func tile(_ statement: Headline.Statement) -> HTML {
    HTML("div", ["class": classes("tile", statement.tone)]) {
      HTML("p", ["class": "subject"]) { statement.subject }
      HTML("p", ["class": "value"]) { statement.value }
      for detail in [statement.interval, statement.remark].compactMap(\.self) {
        HTML("p", ["class": "interval"]) { detail }
      }
    }
  }

  private static func classes(_ name: String, _ tone: Table.Cell.Tone) -> String {
    [name, tone.className].compactMap(\.self).joined(separator: " ")
  }
}

extension Report {
  /// Its title, the verdict, and notes: the beginning of its page.
  var opening: HTML {
    let notes = findings.map(\.description)
    return HTML(joined: [
      HTML("h1") { analysis.experiment.title },
      PageVerdict(self).piece,
      notes.isEmpty
        ? HTML(joined: [])
        : HTML("div", ["class": "findings"]) {
          HTML("h2") { "Notes" }
          HTML.list(notes)
        },
    ])
  }
}

extension HTML {
  /// Sentences, one below the other.
  package static func list(_ sentences: [String]) -> HTML {
    HTML("ul") { for sentence in sentences { HTML("li") { sentence } } }
  }
}
