import Analysis
import CommandSupport
import Metrics
import Recording
import Reports
import Tables

/// Prints an experiment, for `run` and `show`.
struct ExperimentPrinter {
  let console: Console

  /// Prints the outcome, the notes, and both means with their ratio for the main metrics.
  func printOverview(_ report: Report) throws {
    let experiment = report.analysis.experiment
    try console.print(
      "\(experiment.title) (experiment \(experiment.number ?? 0), \(experiment.name))\n")
    // If nothing was measured, the failures below say everything.
    if !report.mainMetrics.isEmpty { try printMeasurements(report) }
    if let attribution = report.attribution {
      try console.print(try Table.attribution(attribution))
    }
    if let retention = try Table.retention(report.analysis) { try console.print(retention) }
    if let peaks = try Table.peakParts(report.analysis) { try console.print(peaks) }
    for published in report.published { try console.print(try Table.published(published)) }
    let failed = report.analysis.runsThatFailed
    if !failed.isEmpty {
      try console.print(try Table.failures(failed))
    }
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
