import Analysis
import Charts
import DriverProtocol
import Foundation
import Metrics
import Recording
import Reports
import SystemPackage
import TestSupport
import Testing

@Suite struct ReportFolderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ experiment: Experiment, _ runs: [Run]) async throws {
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    let page = try await ReportFolder(folder.path).write(Report(analysis, details: { $0 }))
    #expect(page == folder["report.html"])
  }

  @Test func `a report has its page, statistics, tables, pictures, measurements and scenario`()
    async throws
  {
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a", "b"])
    try await write(SampleRuns.experiment(stories: ["list"], builds: ["a", "b"]), runs)
    #expect(
      folder.files == [
        "charts/changes-b-against-a.svg",
        "charts/cpu-time-against-memory.svg",
        "charts/cpu-time-by-story.svg",
        "charts/cpu-time-of-runs.svg",
        "charts/peak-cpu-by-story.svg",
        "charts/peak-cpu-of-runs.svg",
        "charts/peak-memory-by-story.svg",
        "charts/peak-memory-of-runs.svg",
        "charts/timeline-list.svg", "measurements.csv", "rehearse-report.txt", "report.html",
        "report.md", "scenario.yml", "statistics.md", "tables/builds.csv",
        "tables/comparison-b-against-a.csv", "tables/cpu-time-a.csv", "tables/cpu-time-b.csv",
        "tables/machine.csv", "tables/peak-cpu-a.csv", "tables/peak-cpu-b.csv",
        "tables/peak-memory-a.csv", "tables/peak-memory-b.csv", "tables/peaks-by-story.csv",
        "tables/runs-list.csv", "tables/steps-list.csv",
      ])
    #expect(try folder.text(of: "scenario.yml") == "scenario: sample\n")
    try expectLinksToExist()
  }

  @Test func `the page of a tiny experiment matches the recorded text`() async throws {
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a"], metrics: [.cpuTime])
    try await write(SampleRuns.experiment(stories: ["list"], builds: ["a"], environment: nil), runs)
    let page = try folder.text(of: "report.md")
    expectSnapshot(
      page, named: "tiny-page", stating: "# A sample", "seed 7: 1 story, 1 build, 3 runs",
      "(charts/cpu-time-by-story.svg)", "(charts/cpu-time-of-runs.svg)",
      "(charts/timeline-list.svg)",
      "| a | ./a | –¹ | 0.001 | 00ff |", "`list`: Story list")
  }

  @Test func `a report in Markdown alone links to no missing file`() async throws {
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: ["a", "b"]),
      runs: SampleRuns.runs(stories: ["list"], builds: ["a", "b"]))
    _ = try await ReportFolder(folder.path, formats: [.markdown])
      .write(Report(analysis, details: { $0 }))
    #expect(!folder.files.contains { $0.hasPrefix("tables/") || $0.hasSuffix(".html") })
    try expectLinksToExist()
  }

  @Test func `hostile names of builds and stories stay in the report's folder`() async throws {
    let stories = [
      "../../up", "a b(c)", "a/b?c", "", "[x](y)\n# z", String(repeating: "ü", count: 300),
    ]
    let builds = ["/etc/x", "../x", "a", "A"]
    let runs = SampleRuns.runs(stories: stories, builds: builds)
    try await write(SampleRuns.experiment(stories: stories, builds: builds), runs)
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.ü"))
    for file in folder.files {
      let parts = file.split(separator: "/")
      #expect(parts.count <= 2)
      #expect(parts.allSatisfy { CharacterSet(charactersIn: String($0)).isSubset(of: allowed) })
    }
    // A file for each build and time line, though some names come to the same.
    #expect(folder.files.filter { $0.hasPrefix("tables/cpu-time-") }.count == 4)
    #expect(folder.files.filter { $0.hasPrefix("charts/timeline-") }.count == stories.count)
    #expect(Set(folder.files.map { $0.lowercased() }).count == folder.files.count)
    try expectLinksToExist()
  }

  @Test func `several layouts have a picture and a table`() async throws {
    var runs = SampleRuns.runs(stories: ["list"], builds: ["a", "b"])
    for index in runs.indices { runs[index].layout = (runs[index].round - 1) % 2 + 1 }
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.layouts = 2
    try await write(experiment, runs)
    let page = try folder.text(of: "report.md")
    #expect(page.contains("\n## Layout of the code\n\n![Layout chart: "))
    #expect(page.contains("1 story, 2 builds in 2 layouts, 6 runs"))
    #expect(page.contains("**Spread over 2 layouts of the code**"))
    #expect(folder.files.contains("charts/cpu-time-by-layout.svg"))
    // All metrics, for programs.
    let table = try folder.text(of: "tables/layouts.csv")
    #expect(table.contains("Peak memory") && table.contains("CPU time"))
    try expectLinksToExist()
  }

  @Test func `what cycles retain is said in Markdown too`() async throws {
    var run = Replay.run("list", on: "a", kind: .cycles)
    run.cycles = Replay.cycles()
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a"]) + [run]
    try await write(SampleRuns.experiment(stories: ["list"], builds: ["a"]), runs)
    let page = try folder.text(of: "report.md")
    #expect(page.contains("\n- Nothing is retained by any of the cycles.\n"))
  }

  @Test func `failed runs have a section, and the measurements leave them out`() async throws {
    var runs = SampleRuns.runs(stories: ["list"], builds: ["a"])
    runs[0].ending = .failed(
      RunFailure(
        reason: .crashed, message: "The driver was ended by signal 11.",
        step: StepName("list: list")))
    runs[0].measurements = [:]
    try await write(SampleRuns.experiment(stories: ["list"], builds: ["a"]), runs)
    let page = try folder.text(of: "report.md")
    #expect(page.contains("\n## Failed runs\n"))
    #expect(page.contains("The driver was ended by signal 11."))
    #expect(
      try folder.text(of: "measurements.csv").split(separator: "\n").count {
        $0.contains(",list,,")
      } == 2 * 3)
  }

  @Test(arguments: [(runs: 2000, isBeside: false), (2001, true)])
  func `measurements of too many runs for the page are a file next to it`(
    runs count: Int, isBeside: Bool
  ) async throws {
    let run = SampleRuns.runs(stories: ["list"], builds: ["a"], metrics: [.cpuTime])[0]
    let runs = (1...count).map { position in
      var copy = run
      (copy.id, copy.round, copy.position) = (UUID(), position, position)
      return copy
    }
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: ["a"]), runs: runs)
    _ = try await ReportFolder(folder.path, formats: [.html])
      .write(Report(analysis, details: { $0 }))
    let page = try folder.text(of: "report.html")
    #expect(page.contains("data:text/csv") == !isBeside)
    #expect(page.contains(#"href="measurements.csv""#) == isBeside)
    #expect(
      page.contains(
        "measurements.csv is too large for this page: it is in the same folder.") == isBeside)
    #expect(page.contains("2001 runs are too many to list here") == isBeside)
    #expect(
      try folder.text(of: "measurements.csv").split(separator: "\n").count {
        $0.contains(",list,,")
      }
        == count)
  }

  @Test func `an experiment in which every run failed still has a page`() async throws {
    var runs = SampleRuns.runs(stories: ["list"], builds: ["a", "b"], metrics: [])
    for index in runs.indices {
      runs[index].ending = .failed(RunFailure(reason: .timedOut, message: "No answer within 1 s."))
    }
    try await write(SampleRuns.experiment(stories: ["list"], builds: ["a", "b"]), runs)
    #expect(try folder.text(of: "report.md").contains("No answer within 1 s."))
    try expectLinksToExist()
  }

  @Test func `a report of imported measurements has no machine, scenario or timelines`()
    async throws
  {
    var runs = SampleRuns.runs(stories: ["US1"], builds: ["swift", "objc"])
    for index in runs.indices { runs[index].timeline = .empty }
    var experiment = SampleRuns.experiment(
      stories: ["US1"], builds: ["swift", "objc"], environment: nil)
    experiment.source = .import
    experiment.scenario = ""
    try await write(experiment, runs)
    let page = try folder.text(of: "report.md")
    #expect(page.contains("Imported on 2025-11-21T04:40:00Z: 1 story, 2 builds, 6 runs."))
    #expect(!page.contains("Debian"))
    #expect(!folder.files.contains { $0.contains("timeline") || $0 == "scenario.yml" })
    try expectLinksToExist()
  }

  @Test func `without gnuplot nothing is written, and the error says what to install`() async throws
  {
    let report = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: ["a"]),
      runs: SampleRuns.runs(stories: ["list"], builds: ["a"]))
    let output = folder["report"]
    let target = ReportFolder(output, renderer: ChartRenderer(searchPath: "/nowhere"))
    let error = await #expect(throws: ChartError.self) {
      try await target.write(Report(report, details: { $0 }))
    }
    #expect(
      error?.description
        == "gnuplot is not in \"/nowhere\"; install it (Debian: apt-get install gnuplot-nox)")
    #expect(!FileManager.default.fileExists(atPath: output.string))
  }

  @Test func `a report that is written again replaces the old one and no other file`() async throws
  {
    let experiment = SampleRuns.experiment(stories: ["list"], builds: ["a"])
    try await write(experiment, SampleRuns.runs(stories: ["list"], builds: ["a"]))
    try folder.add("charts/mine.svg", "not the report's")
    let files = folder.files
    try await write(experiment, [])
    #expect(
      try folder.text(of: "measurements.csv") == LongCSV.columns.joined(separator: ",") + "\n")
    #expect(folder.files == files)
    #expect(try folder.text(of: "charts/mine.svg") == "not the report's")
  }

  /// Each target of a link or picture on the page is there.
  private func expectLinksToExist() throws {
    let page = try folder.text(of: "report.md")
    let targets = page.matches(of: /\]\(([^)]*)\)/).map { String($0.output.1) }
    #expect(!targets.isEmpty)
    for target in targets where !target.hasPrefix("y") {
      #expect(FileManager.default.fileExists(atPath: folder[target].string), "\(target)")
    }
  }
}
