import Analysis
import Recording
import Tables

/// What an experiment came to, in the words that stand first.
struct PageVerdict {
  /// One sentence.
  let sentence: String
  let tone: Table.Cell.Tone
  /// Figures that bear it out, each set apart.
  let statements: [Headline.Statement]
  /// What else belongs to it.
  let remarks: [String]

  init(_ report: Report) {
    if let judgement = report.judgement {
      sentence = Headline.sentence(judgement)
      tone = judgement.outcome.tone
      statements = []
      remarks = Headline.warnings(judgement)
      return
    }
    if let qualification = report.qualification {
      let sentences = Headline.sentences(qualification)
      sentence = sentences.first ?? ""
      tone = qualification.isQualified ? .good : .caution
      statements = []
      remarks = Array(sentences.dropFirst())
      return
    }
    statements = report.comparisons.flatMap {
      Headline.statements($0, metrics: Report.headlineMetrics)
    }
    (sentence, tone) = Self.measured(report)
    remarks = []
  }

  /// Of an experiment that decides nothing: whether its figures are all there, and what they are.
  private static func measured(_ report: Report) -> (String, Table.Cell.Tone) {
    let analysis = report.analysis
    let experiment = analysis.experiment
    let runs = analysis.runs.count.counted("run", "runs")
    let failed = analysis.failures.count
    if analysis.runs.isEmpty { return ("No run has been made yet.", .caution) }
    if failed > 0 { return ("\(failed) of \(runs) failed.", .bad) }
    if experiment.source != .import, experiment.completedAt == nil {
      return ("Not complete: \(analysis.runs.count) of \(experiment.plannedRuns) runs.", .caution)
    }
    switch experiment.source {
    case .import:
      return ("\(runs), imported: Rehearse measured none of them.", .neutral)
    case .attach: return ("\(runs), watched from outside.", .neutral)
    // Where builds are set against each other, that all ran says nothing good of either.
    case .replay, .command, .stored:
      return ("All \(runs) passed.", report.comparisons.isEmpty ? .good : .neutral)
    }
  }
}

extension Outcome {
  /// What a reader should feel about it.
  fileprivate var tone: Table.Cell.Tone {
    switch self {
    case .passed: .good
    case .inconclusive, .notComparable, .interrupted: .caution
    case .regression, .appFailed, .toolFailed: .bad
    }
  }
}

extension Table.Cell.Tone {
  /// The class of what has this tone; nil for nothing in particular.
  var className: String? {
    switch self {
    case .neutral: nil
    case .good: "good"
    case .bad: "bad"
    case .caution: "caution"
    }
  }
}

extension PageVerdict {
  /// The sentence, then the figures that bear it out.
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
      HTML("p", ["class": "figure"]) { statement.figure }
      for detail in [statement.interval, statement.remark].compactMap(\.self) {
        HTML("p", ["class": "interval"]) { detail }
      }
    }
  }

  private static func classes(_ name: String, _ tone: Table.Cell.Tone) -> String {
    [name, tone.className].compactMap(\.self).joined(separator: " ")
  }
}

extension HTML {
  /// Sentences one below the other.
  static func list(_ sentences: [String]) -> HTML {
    HTML("ul") { for sentence in sentences { HTML("li") { sentence } } }
  }
}
