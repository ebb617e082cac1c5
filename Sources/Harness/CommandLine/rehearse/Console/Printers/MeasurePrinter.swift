import Analysis
import CommandSupport
import Recording
import Reports
import Tables

/// Prints what commands cost.
struct MeasurePrinter {
  let console: Console
  let view: CommandView

  /// The measurements and their results; no table if no run passed.
  func print(_ analysis: ExperimentAnalysis, _ gate: CommandGate?) throws {
    let comparisons = Comparison.all(of: analysis)
    let sentences = CommandSentences.sentences(analysis, comparisons, gate, as: view)
    for sentence in sentences { try console.print(sentence: sentence) }
    if !analysis.metrics.isEmpty {
      if !sentences.isEmpty { try console.print() }
      if let build = analysis.builds.first, analysis.builds.count == 1 {
        try console.print(try Table.command(analysis, build: build, as: view))
      } else {
        try console.print(try Table.commands(analysis, comparisons, as: view))
      }
    }
  }

  /// Failures and other findings, on standard error.
  static func warn(_ analysis: ExperimentAnalysis) {
    var reported: Set<String> = []
    for (run, failure) in analysis.failures where failure.reason != .interrupted {
      // The first of each command: the others usually failed alike.
      guard reported.insert("\(run.kind.rawValue) \(run.build)").inserted else { continue }
      Console.warn(
        "Error: '\(CommandLabel.short(run.build))', run \(run.round): \(failure.message)")
      let tail = failure.standardError.split(separator: "\n").suffix(5)
      for line in tail { Console.warn("  stderr: \(line)") }
      if [.exited, .crashed].contains(failure.reason), run.round == 1 {
        Console.warn("  '--ignore-failure' measures it anyway.")
      }
    }
    for finding in analysis.findings {
      if case .failedCommand(_, _, let all) = finding, all == 1 { continue }
      Console.warn("note: \(finding.description)")
    }
  }
}
