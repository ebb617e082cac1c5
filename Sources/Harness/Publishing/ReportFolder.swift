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

  /// Writes everything; files that are there already are replaced one by one, each whole.
  /// - Returns: the path of `report.md`.
  /// - Throws: what the file system, gnuplot or a chart has to say.
  public func write(_ report: Report) async throws -> FilePath {
    for part in ["tables", "charts"] {
      try FileManager.default.createDirectory(
        atPath: folder.appending(part).string, withIntermediateDirectories: true)
    }
    var measurements = ""
    LongCSV.write(report.analysis.runs, to: &measurements)
    try write(measurements, to: "measurements.csv")
    if !report.analysis.experiment.scenario.isEmpty {
      try write(report.analysis.experiment.scenario, to: "scenario.yml")
    }
    let statistics = try StatisticsPages(report)
    try write(statistics.markdown, to: "statistics.md")
    for (name, table) in statistics.files + (try comparisons(report)) {
      try write(CSVTableRenderer().rendered(table), to: "tables/\(name).csv")
    }
    let pictures = ReportCharts(report)
    for picture in pictures.all {
      for format in [ChartFormat.svg, .png] {
        try await picture.write(
          to: folder.appending("charts").appending("\(picture.name).\(format.fileExtension)"),
          as: format,
          by: renderer)
      }
    }
    try write(ReportPage(report, pictures: pictures).markdown(), to: "report.md")
    return folder.appending("report.md")
  }

  private func comparisons(_ report: Report) throws -> [(String, Table)] {
    try report.comparisons.map {
      (
        "comparison-\($0.candidate)-against-\($0.baseline)",
        try .comparison($0, metrics: report.analysis.metrics)
      )
    }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(
      to: URL(fileURLWithPath: folder.pushing(FilePath(name)).string), options: .atomic)
  }
}
