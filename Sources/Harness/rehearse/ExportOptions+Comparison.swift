import Analysis
import Exporting
import Recording
import SystemPackage

extension ExportOptions {
  /// Writes what comparisons came to, and in a job of GitHub that is to fail by them its annotations
  /// and summary.
  /// - Parameter file: the scenario's file; nil where both sides come from the store.
  /// - Returns: what they came to, or that something could not be written, which was told.
  func conclude(_ results: [ComparisonResult], of file: FilePath? = nil) -> ExitStatus {
    let purposes = results.compactMap(\.analysis.experiment.decision?.purpose)
    let job = purposes.contains { $0 == .check || $0 == .strictCheck } ? GitHubJob() : nil
    let experiments = results.map { result in
      ExportedExperiment(
        result.analysis, judgement: result.judgement,
        isStrict: result.analysis.experiment.decision?.purpose == .strictCheck,
        scenarioFile: file.map { job?.path(of: $0) ?? $0.string })
    }
    var isComplete = write(experiments)
    do {
      try job?.tell(experiments)
    } catch {
      Console.warn("Error: The job's summary was not written: \(error)")
      isComplete = false
    }
    let status = results.map(\.status).max() ?? .passed
    // A verdict that fails stands: that a file is missing, which was told, hides it from nobody.
    return isComplete || status != .passed ? status : .toolFailed
  }
}
