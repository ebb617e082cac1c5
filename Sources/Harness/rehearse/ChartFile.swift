import ArgumentParser
import Charting
import Exporting
import SystemPackage

/// A file that `--chart` names, in the format of its ending.
struct ChartFile {
  private let path: FilePath
  private let format: ChartFormat

  /// - Throws: `ValidationError` where the file's ending names no format.
  init(_ file: String) throws {
    path = FilePath(file)
    switch path.extension {
    case "svg": format = .svg
    case "png": format = .png
    case "pdf": format = .pdf
    default:
      throw ValidationError("--chart is '\(file)'; allowed: a file ending in .svg, .png or .pdf.")
    }
  }

  /// What drawing needs should not be missed only after measuring.
  func check() async throws { try await ChartRenderer().check() }

  /// Draws a chart into the file.
  func draw(_ chart: some Chart, size: ChartSize = .standard) async throws {
    try ReplacedFile(path).write(try await ChartRenderer().draw(chart, as: format, size: size))
  }
}
