import Analysis
import Charts
import Foundation
import Metrics
import Recording
import SystemPackage
import Tables

/// Writes a report into a folder:
///
///     report.html        the outcome, pictures, tables, raw data: one file
///     report.md          the same with separate pictures
///     statistics.md      the fourteen statistics of every metric, build and story
///     tables/*.csv       the same tables for programs; .tex for papers, .json if requested
///     charts/*.svg       the pictures
///     measurements.csv   every run's measurements, as `rehearse import` reads them
///     decision.json      for a comparison, its rule, cells and gates: with measurements.csv enough to
///                        recompute its verdicts
///     scenario.yml       the replayed scenario
///     stories-1-100/ …   the same for some stories, if there are too many for one page
public struct ReportFolder: Sendable {
  private let folder: FilePath
  private let formats: Set<ReportFormat>
  private let renderer: ChartRenderer

  /// A folder for a report in these formats, created if it does not exist.
  public init(
    _ folder: FilePath, formats: Set<ReportFormat> = ReportFormat.standard,
    renderer: ChartRenderer = ChartRenderer()
  ) {
    self.folder = folder
    self.formats = formats
    self.renderer = renderer
  }

  /// Writes everything; files of an earlier report are replaced one by one, each as a whole. Nothing is
  /// written before everything is ready, so a missing gnuplot leaves the folder unchanged. Other files are
  /// left alone: the folder may hold more than reports, see ``ReportMark``. A page that is written repeatedly
  /// reloads itself after `reload` seconds; nil for never.
  /// - Returns: the path of the page; of the folder if no page was asked for.
  /// - Throws: ``OutputError``, errors of the file system, of gnuplot or of a chart; `CancellationError`.
  public func write(_ report: Report, reload: Int? = nil) async throws -> FilePath {
    try checkNames()
    let parts = report.parts
    guard !parts.isEmpty else {
      return try await write(report, ReportCharts(report), reload: reload)
    }
    // The page over them comes last: once it exists, so does everything that it links to.
    let drawn = max(1, Report.drawnStories / parts.count)
    // One after the other would leave CPUs idle while tables are made.
    _ = try await concurrently(parts.count) { index in
      let part = parts[index]
      let own = ReportFolder(folder.appending(part.folder), formats: formats, renderer: renderer)
      return try await own.write(
        part.report, ReportCharts(part.report, maximumRuns: drawn), reload: reload)
    }
    return try await write(report, ReportCharts(), parts: parts, reload: reload)
  }

  /// Writes a report whose page links to parts with pages of their own, or one of these parts.
  private func write(
    _ report: Report, _ pictures: ReportCharts, parts: [ReportPart] = [], reload: Int?
  ) async throws -> FilePath {
    let drawn = try await DrawnPictures(
      pictures.groups.flatMap(\.pictures), as: pictureFormats, by: renderer)
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
    try ReplacedFile.replace(
      files.map { (path: folder.pushing(FilePath($0.name)), bytes: $0.bytes) }, in: folder)
    return page
  }

  /// Checks, before hours of measuring, that a report can be written afterwards.
  /// - Throws: an error if gnuplot is missing or the folder can't be created.
  public func check() async throws {
    try await renderer.check()
    try makeFolder(folder)
  }

  /// Checks that no existing file would be replaced unless it belongs to a report.
  /// - Throws: ``OutputError``.
  public func checkNames() throws(OutputError) {
    try ReportMark(in: folder).check(ReportMark.ofReport)
  }

  /// Removes an earlier report's pages and results from the folder, if it is a report's, so that a failure before the
  /// new ones are written leaves nothing that looks like them.
  /// - Throws: ``OutputError``.
  public func removeOld() throws(OutputError) { try ReportMark(in: folder).removeOld() }

  private var page: FilePath {
    for format in [ReportFormat.html, .markdown] where formats.contains(format) {
      return folder.pushing(FilePath(ReportFiles.page(format)))
    }
    return folder
  }

  /// Markdown shows picture files; the page has them inside.
  private var pictureFormats: [ChartFormat] {
    (formats.contains(.markdown) ? [.svg] : []) + (formats.contains(.html) ? [.inlineSVG] : [])
  }

  private func makeFolder(_ path: FilePath) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true)
    } catch CocoaError.fileWriteFileExists {
      throw OutputError.notWritten(path, operation: "make folder", .fileExists)
    } catch {
      throw OutputError(path: path, operation: "make folder", underlying: error)
    }
  }
}

/// The text files of a report before they are written.
struct ReportFiles {
  typealias File = (name: String, text: String)

  let report: Report
  let pictures: ReportCharts
  let formats: Set<ReportFormat>
  /// The page's pictures as `<svg>` elements, by their names.
  let drawings: [String: String]
  /// The parts with pages of their own; empty if there is one page.
  let parts: [ReportPart]
  /// The page reloads itself after this many seconds; nil for never.
  let reload: Int?

  /// The measurements and the scenario first, the pages last: once they exist, so does everything that they
  /// link to.
  func all() throws(TableError) -> [File] {
    let statistics = try StatisticsPages(report)
    let data = self.data
    var files: [File] = data.map { ($0.name, $0.text) }
    files += try tables(statistics)
    let overview =
      parts.isEmpty
      ? nil : OverviewPage(report: report, parts: parts, hasTables: hasTables, reload: reload)
    if formats.contains(.markdown) {
      files.append(("statistics.md", statistics.markdown))
      let page =
        if let overview { overview.markdown } else {
          try MarkdownPage(report: report, pictures: pictures, hasTables: hasTables).markdown()
        }
      files.append((Self.page(.markdown), page))
    }
    if formats.contains(.html) {
      let page =
        if let overview { overview.html } else {
          try ExperimentPage(
            report: report, drawings: drawings, groups: pictures.groups,
            omissions: pictures.omissions, files: data, reload: reload
          ).text()
        }
      files.append((Self.page(.html), page))
    }
    return files
  }

  private var hasTables: Bool { !formats.isDisjoint(with: [.csv, .latex, .json]) }

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
