import ArgumentParser
import Charts
import Programs
import Reports
import SystemPackage

/// A file named by `--chart` or another option for pictures, in the format of its extension.
public struct ChartFile: Sendable {
  private let path: FilePath
  private let format: ChartFormat

  /// The file of a path. Error messages name the option.
  /// - Throws: `ValidationError` if the file's extension names no format, or its folder is missing.
  public init(_ file: String, of option: String = "--chart") throws {
    path = FilePath(file)
    switch path.extension {
    case "svg": format = .svg
    case "png": format = .png
    case "pdf": format = .pdf
    default:
      throw ValidationError("\(option) is '\(file)'; allowed: a file ending in .svg, .png or .pdf.")
    }
    try path.checkFolder(of: option)
  }

  /// Draws a chart into the file.
  public func draw(_ chart: some Chart) async throws {
    try ReplacedFile(path).write(
      try await ChartRenderer().draw(chart, as: format, size: chart.size()))
  }
}

extension FilePath {
  /// Checks the folder of a file that an option names, so that a missing one is noticed before measuring.
  /// - Throws: `ValidationError`.
  public func checkFolder(of option: String) throws {
    let folder = removingLastComponent()
    guard (folder.isEmpty ? "." : folder).isFolder else {
      throw ValidationError("\(option) is '\(self)', but there is no folder '\(folder)'.")
    }
  }
}
