import Analysis
import CommandSupport
import Experimenting
import Recording
import Reports
import Tables

/// Prints a comparison with its verdicts, for `compare`, `check` and `show`.
struct ComparisonPrinter {
  let console: Console

  /// Prints a result. The outcome comes last, after all notes, where people look after a long output.
  func print(_ result: JudgedExperiment, notes: [String] = []) throws {
    try console.printHead(of: result.analysis.experiment)
    try console.printFailures(of: result.analysis)
    // A table of cells without any value says no more than the sentence below.
    if result.judgement.gated.contains(where: { !$0.isKnownBefore }),
      !result.judgement.isOfBudgetsAlone
    {
      // Before the table, because after it people look for the answer.
      for sentence in Table.terms(result.judgement) { try console.print(sentence: sentence) }
      try console.print()
      try console.print(try Table.verdicts(result.judgement, definesTerms: false))
    }
    if let budgets = try Table.budgets(result.judgement) { try console.print(budgets) }
    if let retention = try Table.retention(result.analysis) { try console.print(retention) }
    if let peaks = try Table.peakParts(result.analysis) { try console.print(peaks) }
    if let changes = try Table.changes(result.judgement) { try console.print(changes) }
    if let machines = try Table.machines(result.judgement) { try console.print(machines) }
    let all =
      Headline.warnings(result.judgement) + result.notes
      + result.analysis.findings.map(\.description) + notes
    all.forEach { Console.warn("note: \($0)") }
    let explaining = Headline.peakParts(result.judgement, result.analysis)
    for sentence in Headline.retention(result.analysis) + explaining {
      try console.print(sentence: sentence)
    }
    try console.print(sentence: Headline.sentence(result.judgement))
  }
}
