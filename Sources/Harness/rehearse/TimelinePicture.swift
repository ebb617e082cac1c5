import Analysis
import ArgumentParser
import Charting
import Exporting
import Publishing
import Recording
import SystemPackage

/// The time line of a typical run, as a file.
struct TimelinePicture {
  private let path: FilePath
  private let format: ChartFormat

  /// - Throws: `ValidationError` where the file's ending names no format.
  init(_ file: String) throws {
    path = FilePath(file)
    switch path.extension {
    case "svg": format = .svg
    case "png": format = .png
    default: throw ValidationError("--chart is '\(file)'; allowed: a file ending in .svg or .png.")
    }
  }

  /// What drawing needs should not be missed only after measuring.
  func check() async throws { try await ChartRenderer().check() }

  /// Draws the run of the first command that is nearest to its median CPU time.
  func draw(_ analysis: ExperimentAnalysis) async throws {
    let report = Report(analysis, details: { $0 })
    guard let run = report.typicalRuns.first, !run.timeline.samples.isEmpty else {
      throw NoTimeline()
    }
    let chart = try TimelineChart(
      run, machineMemory: analysis.experiment.environment?.memory ?? 0)
    try ReplacedFile(path).write(try await ChartRenderer().draw(chart, as: format))
  }
}

/// A run without samples.
struct NoTimeline: Error, CustomStringConvertible {
  let description =
    "There is no time line to draw: no run passed, or the first command ends before it is sampled, "
    + "20 ms after its start."
}
