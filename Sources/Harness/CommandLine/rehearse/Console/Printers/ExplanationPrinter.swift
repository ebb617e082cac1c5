import Analysis
import CommandSupport
import Recording
import Reports
import Tables

/// Prints what accounts for changes, for `explain` and `show`.
struct ExplanationPrinter {
  let console: Console

  /// Prints the tables of all stories, followed by the sentences.
  func print(_ explanations: [StoryExplanation], of analysis: ExperimentAnalysis) throws {
    try console.printHead(of: analysis.experiment)
    try console.printFailures(of: analysis)
    // The missing pairs may change all of it.
    for finding in analysis.findings {
      if case .incomplete = finding { Console.warn("note: \(finding.description)") }
    }
    for explanation in explanations.compactMap(\.explanation) {
      try console.print(try Table.explanation(explanation))
      if let types = try Table.types(explanation) { try console.print(types) }
    }
    for explained in explanations {
      switch explained.answer {
      case .explained(let explanation):
        explanation.caveats.forEach {
          Console.warn(
            "note: \(ExplanationText.words($0, of: explained.story, in: explanation.metric))")
        }
        try console.print(sentence: ExplanationText.sentence(explanation))
      case .unexplained(let reason):
        Console.warn("note: \(ExplanationText.words(reason, of: explained.story))")
      }
    }
  }
}
