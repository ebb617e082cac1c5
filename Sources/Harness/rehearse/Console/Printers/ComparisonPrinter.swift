import Analysis
import CommandSupport
import Experimenting
import Recording
import Reports
import Tables

/// Prints a comparison with its verdicts, the way `compare`, `check` and `show` do.
struct ComparisonPrinter {
  let console: Console

  /// Prints a result, its outcome last, behind all notes: where the eye is when a long output ends.
  /// - Parameter notes: what else a reader has to know.
  func print(_ result: JudgedExperiment, notes: [String] = []) throws {
    let experiment = result.analysis.experiment
    // What is put together from stored experiments has no number.
    let number = experiment.number.map { "experiment \($0), " } ?? ""
    try console.print("\(experiment.title) (\(number)\(experiment.name))\n")
    let failed = result.analysis.runsThatFailed
    if !failed.isEmpty {
      try console.print(try Table.failures(failed))
    }
    // A table of cells without a single value says no more than the sentence below.
    if result.judgement.gated.contains(where: { !$0.isKnownBefore }),
      !result.judgement.isOfBudgetsAlone
    {
      // Before the table: behind it the eye looks for the answer.
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
