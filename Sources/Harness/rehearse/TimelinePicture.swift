import Analysis
import Charting
import Publishing
import Recording

/// The time line of a typical run, as a file.
struct TimelinePicture {
  private let file: ChartFile

  /// - Throws: `ValidationError` where the file's ending names no format.
  init(_ file: String) throws { self.file = try ChartFile(file) }

  /// What drawing needs should not be missed only after measuring.
  func check() async throws { try await file.check() }

  /// Draws the run of the first command that is nearest to its median CPU time.
  func draw(_ analysis: ExperimentAnalysis) async throws {
    let report = Report(analysis, details: { $0 })
    guard let run = report.typicalRuns.first, !run.timeline.samples.isEmpty else {
      throw NoTimeline()
    }
    let chart = try TimelineChart(
      run, machineMemory: analysis.experiment.environment?.memory ?? 0)
    try await file.draw(chart)
  }
}

/// A run without samples.
struct NoTimeline: Error, CustomStringConvertible {
  let description =
    "There is no time line to draw: no run passed, or the first command ends before it is sampled, "
    + "20 ms after its start."
}
