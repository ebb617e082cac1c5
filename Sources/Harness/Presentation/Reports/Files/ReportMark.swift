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

  /// Checks that none of these names is taken by another file.
  /// - Throws: ``OutputError``.
  func check(_ names: [String]) throws(OutputError) {
    guard let found = names.first(where: isThere), !isThere(Self.name), !isOfEarlierVersion else {
      return
    }
    throw OutputError.filesInTheWay(folder: folder, found: found)
  }

  /// Marks the folder, before the first file is written: an unfinished report is a report, too.
  /// - Throws: ``OutputError``.
  func leave() throws(OutputError) {
    guard !isThere(Self.name) else { return }
    try ReplacedFile(folder.appending(Self.name)).write(Array(Self.words.utf8))
  }

  /// Reports of older versions without a mark: measurements beside a page, or a page over several reports.
  private var isOfEarlierVersion: Bool {
    if begins("measurements.csv", with: LongCSV.columns.prefix(4).joined(separator: ",")) {
      return ["report.html", "report.md", "tables"].contains(where: isThere)
    }
    return begins("index.html", with: "<!doctype html>")
      && contains("index.html", IndexPage.heading)
      || begins("index.md", with: "# \(IndexPage.title)\n")
  }

  private func isThere(_ name: String) -> Bool {
    var facts = stat()
    return lstat(folder.appending(name).string, &facts) == 0
  }

  private func text(_ name: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: folder.appending(name).string) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func begins(_ name: String, with words: String) -> Bool {
    text(name)?.hasPrefix(words) ?? false
  }

  private func contains(_ name: String, _ words: String) -> Bool {
    text(name)?.contains(words) ?? false
  }
}
