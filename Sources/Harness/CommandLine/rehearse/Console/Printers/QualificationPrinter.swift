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
    try console.printHead(of: result.analysis.experiment)
    try console.printFailures(of: result.analysis)
    for sentence in Headline.sentences(result.qualification) { try console.print(sentence) }
    try console.print()
    try console.print(try Table.qualification(result.qualification))
    try console.print(try Table.dependence(result.qualification))
    result.findings.forEach { Console.warn("note: \($0.description)") }
  }
}
