import Analysis
import ArgumentParser
import Charts
import CommandSupport
import Metrics
import Reports

/// The runs of commands over a parameter, as a file.
struct ParameterPicture {
  private let file: ChartFile
  private let parameter: String
  private let places: [ParameterPlace]

  /// - Throws: `ValidationError` if the file's extension names no format, or if the commands have no such
  ///   parameter.
  init(_ file: String, _ options: CommandOptions) throws {
    self.file = try ChartFile(file, of: "--parameter-chart")
    (parameter, places) = try options.parameterPlaces
    let count = Set(places.map(\.series)).count
    guard count <= ScatterChart.seriesLimit else {
      throw ValidationError(
        "--parameter-chart can show \(ScatterChart.seriesLimit) commands besides the parameter's values; there "
          + "are \(count).")
    }
  }

  func draw(_ analysis: ExperimentAnalysis) async throws {
    guard analysis.metrics.contains(.wallTime) else {
      return Console.warn("note: There is no chart, because no run passed.")
    }
    try await file.draw(try ScatterChart(analysis, over: parameter, places))
  }
}
