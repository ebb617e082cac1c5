import Analysis
import ArgumentParser
import Building
import Exporting
import Recording
import Reports
import Running
import Scenarios
import Store
import SystemPackage

/// What becomes of the runs once they are made.
extension RunCommand {
  /// What a report needs should not be missed only after hours of measuring.
  func makeSureOfReport() async throws {
    do {
      try await ReportFolder(FilePath(output ?? storeOptions.folder.string)).check()
    } catch {
      Console.warn(
        "Error: No report could be written: \(error)\n'--no-report' replays without one.")
      throw ExitCode(ExitStatus.toolFailed.rawValue)
    }
  }

  /// Prints what the experiment came to, or keeps it for ``printTogether(_:)``, and writes its report.
  func conclude(
    _ analysis: ExperimentAnalysis, _ store: ResultStore, _ interruption: Interruption,
    _ documents: inout [ExperimentDocument]
  ) async throws -> ExitStatus {
    let report = try Report(analysis, details: store.details)
    let status = analysis.exitStatus
    if outputOptions.json {
      let document = ExperimentDocument(analysis, status: status)
      if scenarios.count > 1 {
        documents.append(document)
      } else {
        try outputOptions.console.print(json: document)
      }
    } else {
      try ExperimentPrinter(console: outputOptions.console).printOverview(report)
    }
    if status == .interrupted {
      storeOptions.tellOfInterruption(analysis)
    } else if !noReport {
      let folder = FilePath(output ?? storeOptions.folder(for: analysis.experiment))
      return max(status, await write(report, into: folder, interruption))
    }
    return status
  }

  /// Prints the results of several scenarios, since documents one after the other are no JSON: also
  /// where not all of them could be replayed.
  func printTogether(_ documents: [ExperimentDocument]) throws {
    guard outputOptions.json, scenarios.count > 1 else { return }
    try outputOptions.console.print(json: documents)
  }

  /// Writes the report; a wish to stop ends that at once, since it can be written later.
  private func write(
    _ report: Report, into folder: FilePath, _ interruption: Interruption
  ) async -> ExitStatus {
    let number = report.analysis.experiment.number ?? 0
    let writing = Task { try await ReportFolder(folder).write(report) }
    let later = "All runs are stored; 'rehearse report \(number)' writes it later."
    do {
      try interruption.whenRaised { writing.cancel() }
      Console.warn("The report is \(try await writing.value).")
      return .passed
    } catch  where interruption.isRaised {
      Console.warn("Interrupted: No report was written. \(later)")
      return .interrupted
    } catch {
      // Not thrown on: other scenarios are still to be replayed.
      Console.warn("Error: The report could not be written: \(error)\n\(later)")
      return .toolFailed
    }
  }

  /// Writes what was asked for beside the report.
  /// - Parameter runs: those of the analysis, with those that were made in vain.
  /// - Returns: false where something could not be written, which was told.
  func export(
    _ analysis: ExperimentAnalysis, of runs: [Run], _ store: ResultStore, _ file: ScenarioFile
  ) throws -> Bool {
    guard !exportOptions.export.isEmpty else { return true }
    let detailed =
      exportOptions.needDetails
      ? ExperimentAnalysis(analysis.experiment, runs: try runs.map(store.details)) : analysis
    return exportOptions.write([ExportedExperiment(detailed, scenarioFile: file.path.string)])
  }
}

/// What is measured, and of which commit.
extension RunCommand {
  /// The commit that is measured; that it can't be known stops nobody from measuring.
  func revision(of file: ScenarioFile) async -> Revision? {
    do {
      return try await RevisionReader(folder: file.folder).read()
    } catch {
      Console.warn("note: \(error)")
      return nil
    }
  }

  /// The builds' drivers, or nil where the user asked to stop.
  func make(
    _ file: ScenarioFile, layouts: Int?, _ interruption: Interruption
  ) async throws -> [BuiltDriver]? {
    let progress = Progress(quiet: quiet)
    let builder = DriverBuilder(folder: file.folder) { progress.say($0) }
    let making = Task { try await builder.make(file.scenario.builds, layouts: layouts) }
    try interruption.whenRaised { making.cancel() }
    defer { progress.clear() }
    do {
      return try await making.value
    } catch  where interruption.isRaised {
      return nil
    }
  }
}
