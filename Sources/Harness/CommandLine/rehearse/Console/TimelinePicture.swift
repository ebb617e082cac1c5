import Analysis
import Charts
import CommandSupport
import Experimenting
import Reports

/// The time line of a typical run, as a file.
struct TimelinePicture {
  private let file: ChartFile

  /// - Throws: `ValidationError` if the file's extension names no format.
  init(_ file: String) throws { self.file = try ChartFile(file) }

  /// Draws the first command's typical run.
  func draw(_ analysis: ExperimentAnalysis) async throws {
    guard let chart = try TimelineChart.typical(of: analysis) else {
      throw Refusal.toolFailed(
        "There is no time line to draw: no run passed, or the first command ends before it is sampled "
          + "twice, 30 ms after its start.")
    }
    try await file.draw(chart)
  }
}
