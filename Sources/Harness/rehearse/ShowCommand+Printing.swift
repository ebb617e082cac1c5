import Analysis
import MetricCatalog
import Publishing
import Recording
import Reporting
import ResultStore

/// What is shown of what was chosen.
extension ShowCommand {
  private var console: Console { outputOptions.console }

  func showOverview(
    _ analysis: ExperimentAnalysis, _ store: ResultStore
  ) throws {
    if let result = try QualificationResult(analysis, in: store) {
      if outputOptions.json {
        try console.print(json: QualificationDocument(result))
      } else {
        try QualificationPrinter(console: console).print(result)
      }
      return
    }
    if analysis.experiment.decision != nil {
      // Steps are judged too, and they are in the details.
      let detailed = ExperimentAnalysis(
        analysis.experiment, runs: try analysis.runs.map(store.details))
      if let result = try ComparisonResult(detailed) { return try showComparison(result) }
    }
    if outputOptions.json {
      try console.print(json: ExperimentDocument(analysis, status: analysis.exitStatus))
      return
    }
    try ExperimentPrinter(console: console).printOverview(Report(analysis, details: { $0 }))
    try console.print()
    try console.print(try Table.builds(analysis.experiment))
    for table in [try Table.checks(analysis.experiment), try .checksByModule(analysis.experiment)] {
      if let table { try console.print(table) }
    }
    if let environment = analysis.experiment.environment {
      try console.print(try Table.environment(environment))
    }
  }

  func showMetrics(_ analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      try console.print(json: analysis.metrics.map { MetricDocument($0, of: analysis) })
    } else {
      try console.print(try Table.metrics(analysis))
    }
  }

  private func showComparison(_ result: ComparisonResult) throws {
    if outputOptions.json {
      try console.print(json: ComparisonResultDocument(result))
      return
    }
    try ComparisonPrinter(console: console).print(result)
  }

  func showStatistics(_ analysis: ExperimentAnalysis) throws {
    let metrics = metric.compactMap(Metric.named)
    if outputOptions.json {
      try console.print(json: ExperimentDocument.cells(of: analysis, metrics: metrics))
      return
    }
    for metric in metrics {
      for build in analysis.builds {
        try console.print(try Table.statistics(analysis, metric: metric, build: build))
      }
      try console.print(
        analysis.experiment.meaning(of: metric, sampledEvery: analysis.samplingInterval) + "\n")
    }
  }

  func show(_ story: String, _ analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      let all = (analysis.runs + analysis.tries.superseded).filter { $0.story == story }
      try console.print(
        json: all.sorted { $0.position < $1.position }
          .map { RunDocument($0, of: analysis, withSteps: false) })
    } else {
      let runs = analysis.runs.filter { $0.story == story }
      let measured = runs.filter { $0.kind != .counted }
      let counted = runs.filter { $0.kind == .counted }
      try console.print(try Table.runs(measured, story: story, builds: analysis.builds))
      if !counted.isEmpty {
        try console.print(try Table.counts(counted, story: story, builds: analysis.builds))
      }
    }
  }

  func show(_ run: Run, of analysis: ExperimentAnalysis) throws {
    if outputOptions.json {
      try console.print(json: RunDocument(run, of: analysis, withSteps: true))
      return
    }
    try console.print(
      run.kind == .counted
        ? try Table.countedSteps(run)
        : try Table.steps(run, layouts: analysis.experiment.layouts))
    if let contamination = run.contamination {
      try console.print(
        try Table.contamination(contamination, verdict: analysis.verdict(on: run)))
    }
    if let failure = run.failure {
      try console.print(try Table.failures([run]))
      try console.print(failure.standardError)
    }
  }
}
