import Subprocess
import SystemPackage

/// Draws charts with gnuplot.
///
/// gnuplot never opens a file itself, because it does not report a full disk. Its picture arrives through a
/// pipe and is checked for completeness.
public struct ChartRenderer: Sendable {
  /// The directories searched for gnuplot; nil for this process's `PATH`.
  public let searchPath: String?
  /// The time limit of one chart. A chart takes some 30 ms.
  public let timeLimit: Duration

  /// Larger pictures are refused; the densest chart of the largest size is far below.
  private static let pictureLimit = 64 << 20

  /// Makes a renderer; a missing gnuplot is noticed at the first drawing.
  public init(searchPath: String? = nil, timeLimit: Duration = .seconds(60)) {
    self.searchPath = searchPath
    self.timeLimit = timeLimit
  }

  /// Draws a chart.
  /// - Returns: a complete picture: an SVG document or element, in UTF-8, or a PNG or PDF file.
  public func draw(
    _ chart: some Chart, as format: ChartFormat, size: ChartSize = .standard
  ) async throws(ChartError) -> [UInt8] {
    let script = chart.script(as: format, size: size)
    let picture = try await run(script)
    guard format.isComplete(picture) else {
      throw .pictureCutShort(format: format, bytes: picture.count)
    }
    switch format {
    case .png: return picture
    case .pdf:
      return PDFDrawing(title: chart.title, description: chart.alternativeText).finished(picture)
    case .svg, .inlineSVG:
      let drawing = SVGDrawing(
        identifier: script.identifier, title: chart.title, description: chart.alternativeText,
        size: size, inline: format == .inlineSVG)
      return Array(drawing.finished(String(decoding: picture, as: UTF8.self)).utf8)
    }
  }

  /// Searches for gnuplot, to notice that it is missing before the work that it should draw.
  /// - Throws: `ChartError.gnuplotMissing`.
  public func check() async throws(ChartError) {
    _ = try await locate(in: environment)
  }

  private func run(_ script: GnuplotScript) async throws(ChartError) -> [UInt8] {
    let file = try ScriptFile(script)
    let environment = self.environment
    let gnuplot = try await locate(in: environment)
    let path = file.path
    let output: GnuplotOutput
    do {
      output = try await GnuplotOutput.collect(
        from: gnuplot, script: path, environment, limit: Self.pictureLimit, within: timeLimit)
    } catch let error as ChartError {
      throw error
    } catch {
      throw .gnuplotNotRun("\(error)")
    }
    // The script must stay open until gnuplot has read it.
    _ = consume file
    try output.check(script: path)
    return output.picture
  }

  private func locate(in environment: Environment) async throws(ChartError) -> FilePath {
    do throws(SubprocessError) {
      return try await Executable.name("gnuplot").resolveExecutablePath(in: environment)
    } catch {
      guard error.code == .executableNotFound else { throw .gnuplotNotRun("\(error)") }
      throw .gnuplotMissing(searchPath: searchPath)
    }
  }

  /// The user's environment, without anything that would change a picture: settings that make gnuplot open
  /// windows or load files, and locales without UTF-8.
  private var environment: Environment {
    var changes: [Environment.Key: String?] = [
      "LC_ALL": "C.UTF-8", "GNUTERM": nil, "GNUPLOT_LIB": nil, "GNUPLOT_FONTPATH": nil,
      "GDFONTPATH": nil,
    ]
    if let searchPath { changes["PATH"] = searchPath }
    return .inherit.updating(changes)
  }
}
