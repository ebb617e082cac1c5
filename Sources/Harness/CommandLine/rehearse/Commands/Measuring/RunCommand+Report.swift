import Analysis
import CommandSupport
import Experimenting
import Exporting
import Recording
import Reports
import Running
import Scenarios
import Store
import SystemPackage

extension RunCommand {
  /// Prints the experiment's outcome, or keeps it for ``printTogether(_:)``, and writes its report.
  func conclude(
    _ analysis: ExperimentAnalysis, of file: ScenarioFile, _ store: ResultStore,
    _ interruption: Interruption, _ documents: inout [ExperimentDocument]
  ) async throws -> Outcome {
    let report = try Report(analysis, details: store.details)
    var outcome = analysis.outcome
    if outputOptions.json {
      let document = ExperimentDocument(analysis, status: outcome)
      if scenarios.count > 1 {
        documents.append(document)
      } else {
        try outputOptions.console.print(json: document)
      }
    } else {
      try ExperimentPrinter(console: outputOptions.console).printOverview(report)
      if let advice = Headline.recording(analysis.runs, of: "\(file.path)") {
        Console.warn("note: \(advice)")
      }
    }
    if outcome == .interrupted {
      storeOptions.tellOfInterruption(analysis)
    } else if partOptions.text != nil {
      // Its report is that of the whole, which 'merge' makes.
      let made = PartSentence.made(analysis, in: storeOptions.store)
      if !outputOptions.json { try outputOptions.console.print(sentence: made) }
    } else if !noReport {
      let folder = FilePath(output ?? storeOptions.folder(for: analysis.experiment))
      let number = analysis.experiment.number ?? 0
      let written = await FreshReport.write(
        of: [number], in: storeOptions, until: interruption
      ) {
        try await ReportFolder(folder).write(report)
      }
      // Other scenarios are still to be replayed.
      outcome = max(outcome, written.outcome)
    }
    return try export(analysis, store, file) ? outcome : max(outcome, .toolFailed)
  }

  /// Prints the results of several scenarios in one document, because consecutive documents are no JSON. It
  /// also prints if not all scenarios could be replayed.
  func printTogether(_ documents: [ExperimentDocument]) throws {
    guard outputOptions.json, scenarios.count > 1 else { return }
    try outputOptions.console.print(json: documents)
  }

  /// Writes the requested exports.
  /// - Returns: false if something could not be written, which was reported.
  private func export(
    _ analysis: ExperimentAnalysis, _ store: ResultStore, _ file: ScenarioFile
  ) throws -> Bool {
    guard !exportOptions.export.isEmpty else { return true }
    let runs = (analysis.runs + analysis.tries.superseded).sorted { $0.position < $1.position }
    let detailed =
      exportOptions.needDetails
      ? ExperimentAnalysis(analysis.experiment, runs: try runs.map(store.details)) : analysis
    return exportOptions.export.write([
      ExportedExperiment(detailed, scenarioFile: file.path.string)
    ])
  }
}
