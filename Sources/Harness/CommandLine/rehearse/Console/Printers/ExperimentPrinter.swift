import Analysis
import CommandSupport
import Metrics
import Recording
import Reports
import Tables

extension Console {
  func printHead(of experiment: Experiment) throws {
    // An experiment combined from stored ones has no number.
    let number = experiment.number.map { "experiment \($0), " } ?? ""
    try print("\(experiment.title) (\(number)\(experiment.name))\n")
  }

  /// Prints why runs failed, if any did.
  func printFailures(of analysis: ExperimentAnalysis) throws {
    let failed = analysis.runsThatFailed
    if !failed.isEmpty { try print(try Table.failures(failed)) }
  }
}

struct ExperimentPrinter {
  let console: Console

  /// Prints the outcome, the notes, and both means with their ratio for the main metrics.
  func printOverview(_ report: Report) throws {
    try console.printHead(of: report.analysis.experiment)
    // If nothing was measured, the failures below say everything.
    if !report.mainMetrics.isEmpty { try printMeasurements(report) }
    if let attribution = report.attribution {
      try console.print(try Table.attribution(attribution))
    }
    if let retention = try Table.retention(report.analysis) { try console.print(retention) }
    if let peaks = try Table.peakParts(report.analysis) { try console.print(peaks) }
    for published in report.published { try console.print(try Table.published(published)) }
    try console.printFailures(of: report.analysis)
    let sentences = report.comparisons.flatMap {
      Headline.sentences($0, metrics: report.headlineMetrics)
    }
    for sentence in sentences + Headline.retention(report.analysis) {
      try console.print(sentence: sentence)
    }
    report.analysis.findings.forEach { Console.warn("note: \($0.description)") }
  }

  private func printMeasurements(_ report: Report) throws {
    for comparison in report.comparisons {
      try console.print(try Table.comparison(comparison, metrics: report.overviewMetrics))
    }
    if report.comparisons.isEmpty {
      for build in report.analysis.builds {
        try console.print(
          try Table.means(report.analysis, build: build, metrics: report.mainMetrics))
      }
    }
    if report.hasLayouts {
      try console.print(try Table.layouts(report.analysis, metrics: Report.layoutMetrics))
    }
  }
}
