import Analysis
import Charts
import Foundation
import Reports
import SystemPackage
import TestSupport
import Testing

/// What a report leaves behind that could not be written: what was there before, and never a part
/// of a file.
@Suite struct ReportFailureTests {
  private func report(_ builds: [String] = ["a", "b"]) throws -> Report {
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: builds),
      runs: SampleRuns.runs(stories: ["list"], builds: builds))
    return Report(analysis, details: { $0 })
  }

  @Test(
    arguments: [
      "exit 1", "/usr/bin/gnuplot \"$@\" | /usr/bin/head -c 3000", "kill -SEGV $$",
      "exec /bin/sleep 1000", "echo", "echo no >&2; exit 2",
    ])
  func `a broken gnuplot leaves no files`(_ gnuplot: String) async throws {
    let tools = try ScratchFolder()
    try tools.addScript("gnuplot", gnuplot)
    let output = try ScratchFolder()
    let target = ReportFolder(
      output.path,
      renderer: ChartRenderer(searchPath: tools.path.string, timeLimit: .milliseconds(500)))
    let error = try #require(
      await #expect(throws: ChartError.self) { try await target.write(report()) })
    #expect(error.description.hasPrefix("gnuplot "))
    #expect(output.files.isEmpty)
  }

  @Test func `one broken picture of many leaves no files`() async throws {
    let tools = try ScratchFolder()
    // The first of all gnuplots that makes a folder gives nothing.
    try tools.addScript(
      "gnuplot",
      "/bin/mkdir \"\(tools.file("taken"))\" 2>/dev/null && exit 0; exec /usr/bin/gnuplot \"$@\"")
    let output = try ScratchFolder()
    let target = ReportFolder(output.path, renderer: ChartRenderer(searchPath: tools.path.string))
    await #expect(throws: ChartError.self) { try await target.write(report()) }
    #expect(output.files.isEmpty)
  }

  @Test(
    .enabled(if: MountedVolume.isAllowed, "Mounting a file system takes root."),
    arguments: ["32k", "64k"])
  func `a full disk is reported, and every file that is left is whole`(_ size: String) async throws
  {
    let complete = try ScratchFolder()
    _ = try await ReportFolder(complete.path).write(report())
    let volume = try MountedVolume(size: size)
    let error = try #require(
      await #expect(throws: OutputError.self) {
        try await ReportFolder(volume.folder.path).write(report())
      })
    #expect(error.description.contains("No space left on device"), "\(error)")
    #expect(!volume.folder.files.isEmpty)
    // What is there is what it should be, and the page, which links to all, is not there.
    #expect(!volume.folder.files.contains("report.md"))
    for file in volume.folder.files {
      #expect(try volume.folder.bytes(of: file) == complete.bytes(of: file), "\(file)")
    }
  }

  @Test func `charts with more builds than can be told apart are left out, and the page says so`()
    async throws
  {
    let folder = try ScratchFolder()
    let builds = (1...7).map { "build \($0)" }
    _ = try await ReportFolder(folder.path).write(report(builds))
    let page = try folder.text(of: "report.md")
    #expect(
      page.contains(
        "\n## Pictures left out\n\n- peak-memory-by-story: 7 series in one chart; at most 6 can be "
          + "distinguished\n"))
    #expect(folder.files.contains("charts/changes-build_7-against-build_1.svg"))
    #expect(!folder.files.contains("charts/peak-memory-by-story.svg"))
  }
}
