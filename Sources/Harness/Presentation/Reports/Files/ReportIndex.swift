import Foundation
import SystemPackage

/// Writes the reports of several experiments into one folder, each into its own subfolder, with a page that
/// lists every outcome.
public struct ReportIndex: Sendable {
  private let folder: FilePath
  private let formats: Set<ReportFormat>

  /// A folder, created if it does not exist.
  public init(_ folder: FilePath, formats: Set<ReportFormat> = ReportFormat.standard) {
    self.folder = folder
    self.formats = formats
  }

  /// Writes everything, the index last. Pages of reports that an earlier index had, and this one has not, are removed.
  /// - Parameters:
  ///   - reports: the reports with the names of their folders.
  ///   - reload: see ``ReportFolder/write(_:reload:)``.
  /// - Returns: the path of the index; of the folder if no page was asked for.
  /// - Throws: as ``ReportFolder/write(_:reload:)``.
  public func write(
    _ reports: [(report: Report, folder: String)], reload: Int? = nil
  ) async throws -> FilePath {
    let mark = ReportMark(in: folder)
    try mark.check(ReportMark.ofIndex)
    for entry in reports {
      _ = try await ReportFolder(folder.appending(entry.folder), formats: formats)
        .write(entry.report, reload: reload)
    }
    var first: FilePath?
    try mark.leave(naming: reports.map { $0.folder })
    for format in [ReportFormat.html, .markdown] where formats.contains(format) {
      let index = IndexPage(
        entries: reports.map { ($0.report, "\($0.folder)/\(ReportFiles.page(format))") },
        reload: reload)
      let path = folder.appending(format == .html ? "index.html" : "index.md")
      let text = format == .html ? index.html : index.markdown
      try ReplacedFile(path).write(Array(text.utf8))
      first = first ?? path
    }
    return first ?? folder
  }
}
