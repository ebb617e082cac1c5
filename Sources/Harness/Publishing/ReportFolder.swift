import Analysis
import Charting
import Comparing
import Exporting
import Foundation
import MetricCatalog
import Recording
import Reporting
import SystemPackage

/// Writes a report into a folder:
///
///     report.md          what it comes to, tables, pictures
///     statistics.md      the fourteen statistics of every metric, build and story
///     tables/*.csv       the same tables for programs
///     charts/*.svg, png  the pictures
///     measurements.csv   every run's figures, as `rehearse import` reads them
///     scenario.yml       what was replayed
public struct ReportFolder: Sendable {
  private let folder: FilePath
  private let renderer: ChartRenderer

  /// A folder, made where it is not there.
  public init(_ folder: FilePath, renderer: ChartRenderer = ChartRenderer()) {
    self.folder = folder
    self.renderer = renderer
  }

  /// Writes everything; files that are there already are replaced one by one, each whole. Nothing
  /// is written before all of it is made, so a missing gnuplot leaves the folder as it was. Other
  /// files are left alone, whoever made them: the folder may hold more than reports.
  /// - Parameter judgement: the verdicts, where the experiment was made to decide.
  /// - Returns: the path of `report.md`.
  /// - Throws: what the file system, gnuplot or a chart has to say.
  public func write(_ report: Report, judgement: Judgement? = nil) async throws -> FilePath {
    let pictures = ReportCharts(report, judgement: judgement)
    let drawn = try await DrawnPictures(
      pictures.groups.flatMap(\.pictures), as: [.svg, .png], by: renderer)
    var files = drawn.files.map { (name: "charts/\($0.name)", bytes: $0.bytes) }
    // The page comes last: where it is there, so is all that it links to.
    files += try texts(report, pictures).map { ($0.name, Array($0.text.utf8)) }
    for part in ["tables", "charts"] { try makeFolder(folder.appending(part)) }
    for file in files { try ReplacedFile(folder.pushing(FilePath(file.name))).write(file.bytes) }
    return folder.pushing(FilePath(Self.page))
  }

  /// Makes sure, before hours of measuring, that a report can be written afterwards.
  /// - Throws: where gnuplot is missing or the folder can't be made.
  public func check() async throws {
    try await renderer.check()
    try makeFolder(folder)
  }

  private static let page = "report.md"

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

  private func texts(
    _ report: Report, _ pictures: ReportCharts
  ) throws -> [(name: String, text: String)] {
    var measurements = ""
    LongCSV.write(report.analysis.runs, to: &measurements)
    let statistics = try StatisticsPages(report)
    var files = [("measurements.csv", measurements), ("statistics.md", statistics.markdown)]
    let experiment = report.analysis.experiment
    let scenario = experiment.scenario
    if !scenario.isEmpty { files.append(("scenario.yml", scenario)) }
    var tables = statistics.files + (try comparisons(report))
    if let published = report.published {
      tables.append(("published", try .published(published)))
    }
    if let attribution = report.attribution {
      tables.append(("attribution", try .attribution(attribution)))
    }
    if let checks = try Table.checks(experiment) { tables.append(("checks", checks)) }
    if let checks = try Table.checksByModule(experiment) {
      tables.append(("checks-by-module", checks))
    }
    for (name, table) in tables {
      files.append(("tables/\(name).csv", CSVTableRenderer().rendered(table)))
    }
    if report.hasLayouts {
      let table = try Table.layouts(report.analysis, metrics: report.analysis.metrics)
      files.append(("tables/layouts.csv", CSVTableRenderer().rendered(table)))
    }
    files.append((Self.page, try ReportPage(report, pictures: pictures).markdown()))
    return files
  }

  private func comparisons(_ report: Report) throws -> [(String, Table)] {
    var names = FileNames()
    return try report.comparisons.map {
      (
        names.name("comparison", $0.candidate, "against", $0.baseline),
        try .comparison($0, metrics: report.analysis.metrics)
      )
    }
  }
}
