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

  /// Marks the folder of an index, and names the folders of its reports there, one a line: below it may be others'
  /// reports, too. Those of an earlier index that are not among them lose their results, which nothing links to any
  /// more.
  func leave(naming folders: [String]) throws(OutputError) {
    for name in try named() where !folders.contains(name) {
      try ReportMark(in: folder.appending(name)).removeOld()
    }
    let text = Self.words + folders.map { "\($0)\n" }.joined()
    try ReplacedFile(folder.appending(Self.name)).write(Array(text.utf8))
  }

  /// Removes the results of an earlier report, of its parts, and of the reports of an earlier index. Other files say
  /// nothing without a page, and may be read before the next report is written, as a scenario is.
  func removeOld() throws(OutputError) {
    guard isThere(Self.name) else { return }
    for name in Self.results { try ReplacedFile(folder.appending(name)).removeOld() }
    let all = try read(folder) {
      try FileManager.default.contentsOfDirectory(atPath: folder.string)
    }
    let parts = all.filter { $0.hasPrefix(ReportPart.folderPrefix) }
    let reports = try named()
    for name in parts + reports { try ReportMark(in: folder.appending(name)).removeOld() }
  }

  /// The folders that the mark names. It may be another's, so none of them leads elsewhere.
  private func named() throws(OutputError) -> [String] {
    guard isThere(Self.name) else { return [] }
    let path = folder.appending(Self.name)
    let bytes = try read(path) { try Data(contentsOf: URL(filePath: path.string)) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map(String.init).filter { FileName.plain($0) == $0 }
  }

  private func read<Value>(
    _ path: FilePath, _ body: () throws -> Value
  ) throws(OutputError) -> Value {
    do {
      return try body()
    } catch {
      throw OutputError(path: path, operation: "read what is there", underlying: error)
    }
  }

  private func isThere(_ name: String) -> Bool {
    var facts = stat()
    return lstat(folder.appending(name).string, &facts) == 0
  }
}
