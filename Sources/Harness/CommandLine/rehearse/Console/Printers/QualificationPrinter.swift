import Analysis
import CommandSupport
import Experimenting
import Recording
import Reports
import Tables

/// Prints which changes a machine can detect, for `qualify` and `show`.
struct QualificationPrinter {
  let console: Console

  /// Sentences first, then the measurements.
  func print(_ result: QualificationResult) throws {
    let experiment = result.analysis.experiment
    try console.print(
      "\(experiment.title) (experiment \(experiment.number ?? 0), \(experiment.name))\n")
    let failed = result.analysis.runsThatFailed
    if !failed.isEmpty {
      try console.print(try Table.failures(failed))
    }
    for sentence in Headline.sentences(result.qualification) { try console.print(sentence) }
    try console.print()
    try console.print(try Table.qualification(result.qualification))
    try console.print(try Table.dependence(result.qualification))
    result.findings.forEach { Console.warn("note: \($0.description)") }
  }
}
