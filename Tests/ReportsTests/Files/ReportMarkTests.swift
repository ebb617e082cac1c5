import Analysis
import Foundation
import Glibc
import Metrics
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Reports

/// Reports beside files of others.
@Suite struct ReportMarkTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private var report: Report {
    get throws {
      Report(
        ExperimentAnalysis(
          SampleRuns.experiment(stories: ["list"], builds: ["a"], environment: nil),
          runs: SampleRuns.runs(stories: ["list"], builds: ["a"], metrics: [.cpuTime])),
        details: { $0 })
    }
  }

  private func write() async throws {
    _ = try await ReportFolder(folder.path, formats: [.html, .csv]).write(report)
  }

  private func writeIndex(of folders: String...) async throws {
    _ = try await ReportIndex(folder.path, formats: [.html, .markdown])
      .write(folders.map { (report: try report, folder: $0) })
  }

  /// The places of pages.
  private var pages: [String] { folder.files.filter { $0.hasSuffix(".html") } }

  @Test(arguments: ["scenario.yml", "decision.json", "tables/mine.csv", "report.html", "charts"])
  func `a report is not written over files that it did not make`(_ name: String) async throws {
    try folder.add(name, "mine")
    let found = name.split(separator: "/").first.map(String.init) ?? name
    await #expect(throws: OutputError.filesInTheWay(folder: folder.path, found: found)) {
      try await write()
    }
    #expect(throws: OutputError.self) { try ReportFolder(folder.path).checkNames() }
    #expect(folder.files == [name])
    #expect(try folder.text(of: name) == "mine")
    #expect(
      OutputError.filesInTheWay(folder: "out", found: "scenario.yml").description
        == "The folder out holds 'scenario.yml', which no report of Rehearse wrote. A report has a file of "
        + "that name, so nothing was written. Name another folder with --output.")
  }

  @Test(arguments: ["index.html", "index.md"])
  func `the index of several reports does not replace somebody else's index`(_ name: String)
    async throws
  {
    try folder.add(name, "<!doctype html><title>Mine</title>")
    await #expect(throws: OutputError.filesInTheWay(folder: folder.path, found: name)) {
      try await writeIndex(of: "one", "two")
    }
    #expect(folder.files == [name])
  }

  @Test func `results are removed from a folder only if a report marked it`() throws {
    for name in ["report.html", "decision.json"] { try folder.add(name, "mine") }
    try ReportFolder(folder.path).removeOld()
    #expect(folder.files == ["decision.json", "report.html"])
    try folder.add("rehearse-report.txt", "")
    try ReportFolder(folder.path).removeOld()
    #expect(folder.files == ["rehearse-report.txt"])
  }

  @Test func `results of a report's parts are removed with its own, no other folder's`() throws {
    for place in ["stories-1-100", "stories-of-mine", "others"] {
      try folder.add("\(place)/report.html", "")
    }
    for place in ["", "stories-1-100/", "others/"] {
      try folder.add("\(place)rehearse-report.txt", "")
    }
    try ReportFolder(folder.path).removeOld()
    #expect(
      folder.files == [
        "others/rehearse-report.txt", "others/report.html", "rehearse-report.txt",
        "stories-1-100/rehearse-report.txt", "stories-of-mine/report.html",
      ])
  }

  @Test func `an index removes the pages of an earlier one's reports that it has not`()
    async throws
  {
    try await writeIndex(of: "one", "two")
    try folder.add(["mine/report.html": "", "mine/rehearse-report.txt": ""])
    try await writeIndex(of: "two", "three")
    #expect(
      pages == ["index.html", "mine/report.html", "three/report.html", "two/report.html"])
    // Before a call measures, all go that it is to replace.
    try ReportFolder(folder.path).removeOld()
    #expect(pages == ["mine/report.html"])
  }

  @Test func `a mark leads to no report outside of its folder`() throws {
    for place in ["in/", "out/"] {
      try folder.add("\(place)report.html", "")
      try folder.add("\(place)rehearse-report.txt", "Made by rehearse\n../out\n..\n\n")
    }
    try ReportFolder(folder["in"]).removeOld()
    #expect(pages == ["out/report.html"])
  }

  @Test func `a mark that can't be read is named`() throws {
    try folder.add("rehearse-report.txt/file", "")
    let error = #expect(throws: OutputError.self) { try ReportFolder(folder.path).removeOld() }
    let mark = folder.file("rehearse-report.txt")
    #expect(
      error?.description.hasPrefix(
        "The file \(mark) could not be written: read what is there: ") == true, "\(error as Any)")
  }

  @Test(.enabled(if: geteuid() != 0, "Root reads each folder."))
  func `a folder whose files can't be listed is named, as parts may be among them`() throws {
    try folder.add("rehearse-report.txt", "")
    try #require(chmod(folder.path.string, 0o300) == 0)
    defer { chmod(folder.path.string, 0o700) }
    #expect(
      throws: OutputError.notWritten(
        folder.path, operation: "read what is there", .permissionDenied)
    ) { try ReportFolder(folder.path).removeOld() }
  }

  @Test func `other files in a report's folder stay when it is written again`() async throws {
    try folder.add("notes.txt", "mine")
    for _ in 1...2 { try await write() }
    #expect(try folder.text(of: "notes.txt") == "mine")
    #expect(folder.files.contains("report.html") && folder.files.contains("scenario.yml"))
  }
}

/// Text from elsewhere as names.
@Suite struct FileNameTests {
  @Test(arguments: [
    ("../../up", "_._.._up"), ("..", "_."), (".hidden", "_hidden"), ("/etc/passwd", "_etc_passwd"),
    ("a\0b", "a_b"), ("", "_"), ("a b(c)", "a_b_c_"), ("ü-1.2", "ü-1.2"), ("a\nb\\c", "a_b_c"),
    ("\u{202E}x", "_x"),
  ])
  func `a file name never leads out of its folder`(_ text: String, _ name: String) {
    #expect(FileName.plain(text) == name)
    #expect(FileName.plain(text, number: 7) == "\(name)-7")
    #expect(FilePath(FileName.plain(text, number: 7)).components.count == 1)
  }

  @Test func `a long file name is cut before its number`() {
    let name = FileName.plain(String(repeating: "ü", count: 300), number: 123)
    #expect(name.utf8.count == 200 && name.hasSuffix("ü-123"))
  }
}
