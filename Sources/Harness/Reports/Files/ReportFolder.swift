import Analysis
import Charts
import Foundation
import Metrics
import Recording
import SystemPackage
import Tables

/// Writes a report into a folder:
///
///     report.html        what it comes to, pictures, tables, raw data: one file
///     report.md          the same with pictures beside it
///     statistics.md      the fourteen statistics of every metric, build and story
///     tables/*.csv       the same tables for programs; .tex for papers, .json where asked for
///     charts/*.svg       the pictures
///     measurements.csv   every run's measurements, as `rehearse import` reads them
///     decision.json      of a comparison the rule, its cells and gates: with measurements.csv all that
///                        verdicts are computed from
///     scenario.yml       what was replayed
///     stories-1-100/ …   the same of some stories, where there are too many for one page; without PNG
public struct ReportFolder: Sendable {
  private let folder: FilePath
  private let formats: Set<ReportFormat>
  private let renderer: ChartRenderer

  /// A folder, made where it is not there.
  /// - Parameter formats: what is written into it.
  public init(
    _ folder: FilePath, formats: Set<ReportFormat> = ReportFormat.standard,
    renderer: ChartRenderer = ChartRenderer()
  ) {
    self.folder = folder
    self.formats = formats
    self.renderer = renderer
  }

  /// Writes everything; files of an earlier report are replaced one by one, each whole. Nothing
  /// is written before all of it is made, so a missing gnuplot leaves the folder as it was. Other
  /// files are left alone, whoever made them: the folder may hold more than reports, see ``ReportMark``.
  /// - Parameter reload: after how many seconds the page loads itself again, while it is written
  ///   again and again; nil for never.
  /// - Returns: the path of the page; of the folder where none was asked for.
  /// - Throws: ``FilesInTheWay``, what the file system, gnuplot or a chart has to say; `CancellationError`.
  public func write(_ report: Report, reload: Int? = nil) async throws -> FilePath {
    try checkNames()
    let parts = report.parts
    guard !parts.isEmpty else {
      return try await write(report, ReportCharts(report), reload: reload)
    }
    // The page over them last: where it is there, so is all that it links to.
    let drawn = max(1, Report.drawnStories / parts.count)
    for part in parts {
      let own = ReportFolder(
        folder.appending(part.folder), formats: formats, renderer: renderer)
      _ = try await own.write(
        part.report, ReportCharts(part.report, maximumRuns: drawn), isPart: true, reload: reload)
    }
    return try await write(report, ReportCharts(), parts: parts, reload: reload)
  }

  /// - Parameters:
  ///   - parts: those that have pages of their own; the report's own page leads to them.
  ///   - isPart: whether it is one of them.
  private func write(
    _ report: Report, _ pictures: ReportCharts, parts: [ReportPart] = [], isPart: Bool = false,
    reload: Int?
  ) async throws -> FilePath {
    // No page shows them: in ten folders they are tens of megabytes.
    let drawnFormats = pictureFormats.filter { $0 != .png || !isPart }
    let drawn = try await DrawnPictures(
      pictures.groups.flatMap(\.pictures), as: drawnFormats, by: renderer)
    let texts = try ReportFiles(
      report: report, pictures: pictures, formats: formats, drawings: drawn.inline, parts: parts,
      reload: reload
    ).all()
    let files = drawn.files + texts.map { ($0.name, Array($0.text.utf8)) }
    try Task.checkCancellation()
    try makeFolder(folder)
    try ReportMark(in: folder).leave()
    for part in Set(files.compactMap { $0.name.split(separator: "/").dropLast().first }) {
      try makeFolder(folder.appending(String(part)))
    }
    for file in files { try ReplacedFile(folder.pushing(FilePath(file.name))).write(file.bytes) }
    return page
  }

  /// Makes sure, before hours of measuring, that a report can be written afterwards.
  /// - Throws: where gnuplot is missing or the folder can't be made.
  public func check() async throws {
    try await renderer.check()
    try makeFolder(folder)
  }

  /// Makes sure that nothing is there which would be replaced and is of no report.
  /// - Throws: ``FilesInTheWay``.
  public func checkNames() throws(FilesInTheWay) {
    try ReportMark(in: folder).check(ReportMark.ofReport)
  }

  /// The page that one opens first.
  private var page: FilePath {
    for format in [ReportFormat.html, .markdown] where formats.contains(format) {
      return folder.pushing(FilePath(ReportFiles.page(format)))
    }
    return folder
  }

  /// Markdown shows pictures of their own, the page has them in it.
  private var pictureFormats: [ChartFormat] {
    (formats.contains(.markdown) ? [.svg] : []) + (formats.contains(.html) ? [.inlineSVG] : [])
  }

  private func makeFolder(_ path: FilePath) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true)
    } catch CocoaError.fileWriteFileExists {
      throw FileNotWritten(path: path, operation: "make folder", errno: .fileExists)
    } catch {
      throw FileNotWritten(path: path, operation: "make folder", underlying: error)
    }
  }
}

/// The files of a report that hold text, made but not yet written.
struct ReportFiles {
  typealias File = (name: String, text: String)

  let report: Report
  let pictures: ReportCharts
  let formats: Set<ReportFormat>
  /// The page's pictures as `<svg>` elements, by their names.
  let drawings: [String: String]
  /// Those that have pages of their own; empty where there is one page.
  let parts: [ReportPart]
  /// After how many seconds the page loads itself again; nil for never.
  let reload: Int?

  /// The measurements and the scenario first, the pages last: where they are there, so is all that they
  /// link to.
  /// - Throws: `TableError`.
  func all() throws(TableError) -> [File] {
    let statistics = try StatisticsPages(report)
    let data = self.data
    var files: [File] = data.map { ($0.name, $0.text) }
    files += try tables(statistics)
    if formats.contains(.markdown) {
      files.append(("statistics.md", statistics.markdown))
      files.append(
        (
          Self.page(.markdown),
          parts.isEmpty
            ? try MarkdownPage(
              report, pictures: pictures, hasTables: hasTables
            ).markdown()
            : OverviewPage(
              report: report, parts: parts, hasTables: hasTables, reload: reload
            ).markdown
        ))
    }
    if formats.contains(.html) {
      files.append(
        (
          Self.page(.html),
          parts.isEmpty
            ? try ExperimentPage(
              report: report, drawings: drawings, groups: pictures.groups,
              omissions: pictures.omissions, files: data, reload: reload
            ).text()
            : OverviewPage(
              report: report, parts: parts, hasTables: hasTables, reload: reload
            ).html
        ))
    }
    return files
  }

  private var hasTables: Bool { !formats.isDisjoint(with: [.csv, .latex, .json]) }

  /// The name of the page in a format.
  static func page(_ format: ReportFormat) -> String {
    format == .html ? "report.html" : "report.md"
  }

  private var data: [DataFile] {
    var measurements = ""
    LongCSV.write(
      report.analysis.allRuns + report.savedRuns, of: report.analysis.experiment, to: &measurements)
    var files = [
      DataFile(
        name: "measurements.csv", type: "text/csv", text: measurements,
        isBeside: ExperimentPage.isLarge(report) || measurements.utf8.count > 1_000_000)
    ]
    if let declaration = report.declaration {
      files.append(DataFile(name: "decision.json", type: "application/json", text: declaration))
    }
    let scenario = report.analysis.experiment.scenario
    if !scenario.isEmpty {
      files.append(DataFile(name: "scenario.yml", type: "text/yaml", text: scenario))
    }
    return files
  }

  private func tables(_ statistics: StatisticsPages) throws(TableError) -> [File] {
    let metrics = report.analysis.metrics
    let named = try ReportTables(report, comparing: metrics, layouts: metrics).all
    let tables = statistics.files + named.map { ($0.name, $0.table) }
    var files: [File] = []
    for (name, table) in tables {
      if formats.contains(.csv) {
        files.append(("tables/\(name).csv", CSVTableRenderer().rendered(table)))
      }
      if formats.contains(.latex) {
        files.append(("tables/\(name).tex", LaTeXTableRenderer().rendered(table)))
      }
      if formats.contains(.json) {
        files.append(("tables/\(name).json", JSONTableRenderer().rendered(table)))
      }
    }
    return files
  }
}
