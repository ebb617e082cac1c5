import Foundation
import Glibc
import SystemPackage

/// Marks a folder whose report files Rehearse wrote, so that another report may replace them.
///
/// A user's folder can hold its own `scenario.yml` or `index.html`. So a folder without the mark gets a
/// report only if nothing in it has such a name; everything else in it is left alone.
struct ReportMark {
  private let folder: FilePath

  init(in folder: FilePath) { self.folder = folder }

  static let name = "rehearse-report.txt"
  private static let words =
    "Made by rehearse: a report, whose files are replaced when it is written again.\n"

  /// The files at the top of a report's folder.
  static let ofReport = [
    "report.html", "report.md", "statistics.md", "measurements.csv", "decision.json",
    "scenario.yml",
    "tables", "charts",
  ]
  /// The page over several reports.
  static let ofIndex = ["index.html", "index.md"]

  /// The pages, and the files from which others read what a report found.
  private static let results: [String] =
    ofIndex + ofReport.filter { $0.hasSuffix(".html") || $0.hasSuffix(".md") }
    + ["measurements.csv", "decision.json"]

  /// Checks that none of these names is taken by another file.
  func check(_ names: [String]) throws(OutputError) {
    guard let found = names.first(where: isThere), !isThere(Self.name) else { return }
    throw OutputError.filesInTheWay(folder: folder, found: found)
  }

  /// Marks the folder, before the first file is written: an unfinished report is a report, too.
  func leave() throws(OutputError) {
    guard !isThere(Self.name) else { return }
    try ReplacedFile(folder.appending(Self.name)).write(Array(Self.words.utf8))
  }

  /// Removes the results of an earlier report, and of its parts. Its other files say nothing without a page, and may be
  /// read before the next report is written, as a scenario is.
  func removeOld() throws(OutputError) {
    guard isThere(Self.name) else { return }
    for name in Self.results { try ReplacedFile(folder.appending(name)).removeOld() }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasPrefix(ReportPart.folderPrefix) {
      try ReportMark(in: folder.appending(name)).removeOld()
    }
  }

  private func isThere(_ name: String) -> Bool {
    var facts = stat()
    return lstat(folder.appending(name).string, &facts) == 0
  }
}
