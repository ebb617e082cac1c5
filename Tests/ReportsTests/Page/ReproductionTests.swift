import Analysis
import Foundation
import Metrics
import Recording
import Reports
import SystemPackage
import TestSupport
import Testing

/// What a page says of how its experiment can be made again, and the data it carries.
struct ReproductionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func page(of experiment: Experiment, builds: [String] = ["a", "b"]) async throws -> String
  {
    let runs = SampleRuns.runs(stories: ["list"], builds: builds, metrics: [.cpuTime])
    let report = Report(ExperimentAnalysis(experiment, runs: runs), details: { $0 })
    _ = try await ReportFolder(folder.path, formats: [.html]).write(report)
    return try folder.text(of: "report.html")
  }

  @Test func `the command to replay names the commit, seed, rounds, stories and builds`()
    async throws
  {
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.countedRounds = 2
    experiment.revision = Revision(
      commit: "0123456789abcdef", branch: "main", committedAt: SampleRuns.date, isDirty: true)
    experiment.rerunPolicy = RerunPolicy(repeats: 3)
    let page = try await page(of: experiment)
    #expect(
      page.contains(
        """
        <code>git checkout 0123456789abcdef
        rehearse run scenario.yml --story list --build a --build b --runs 3 --seed 7 \
        --instructions=2 --rerun-disturbed=3</code>
        """))
    #expect(page.contains("Files differed from that commit"))
  }

  @Test func `the command to replay leaves out the scenario's only story`() async throws {
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a"])
    experiment.scenario = """
      scenario: sample
      builds: { a: { command: ["./a"] } }
      stories: { list: { steps: [{ list: {}, expect: { count: 1 } }] } }
      """
    let page = try await page(of: experiment, builds: ["a"])
    #expect(page.contains("<code>rehearse run scenario.yml --runs 3 --seed 7</code>"))
  }

  @Test(arguments: [
    (
      "b", Metric.allocations,
      "--baseline a --candidate b --story list --metric allocations --seed 7"
    ),
    ("a", .retainedBytes, "--alone --build a --story list --metric retained-bytes --seed 7"),
    ("a again", nil, "--itself --build a --story list --pairs 3 --seed 7"),
  ])
  func `the command to explain names its metric and sides`(
    _ candidate: String, _ metric: Metric?, _ options: String
  ) async throws {
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.allocationRounds = metric == nil ? 0 : 3
    experiment.decision = Decision(
      purpose: .explanation, baseline: "a", candidate: candidate, rule: .adaptive)
    experiment.decision?.explained = metric
    #expect(
      try await page(of: experiment).contains(
        "<code>rehearse explain scenario.yml \(options)</code>"))
  }

  @Test func `an attempt at a revision is made again there, and a search between its ends`()
    async throws
  {
    func revision(_ commit: String) -> Revision {
      Revision(commit: commit, branch: nil, committedAt: SampleRuns.date, isDirty: false)
    }
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.revision = revision("0000000000")
    experiment.builds[0].revision = revision("aaaaaaaaaa")
    experiment.builds[1].revision = revision("bbbbbbbbbb")
    experiment.decision = Decision(
      purpose: .comparison, baseline: "a", candidate: "b", rule: .adaptive)
    #expect(
      try await page(of: experiment).contains(
        """
        <code>git checkout bbbbbbbbbb
        rehearse compare scenario.yml --against aaaaaaaaaa --story list --pairs 3 --seed 7</code>
        """))
    experiment.invocation = Invocation(
      id: UUID(),
      arguments: ["bisect", "v1", "main", "s.yml", "--metric", "wall-time", "--probability=0.9"],
      folder: "/f", scenario: "/f/s.yml", part: 1, parts: 1)
    #expect(
      try await page(of: experiment).contains(
        """
        <code>git checkout 0000000000
        rehearse bisect aaaaaaaaaa bbbbbbbbbb scenario.yml --story list --metric wall-time \
        --probability=0.9 --seed 7</code>
        """))
  }

  @Test func `commands to reproduce are quoted for the shell`() async throws {
    var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
    experiment.source = .command
    experiment.builds[0].recipe = "ls"
    experiment.builds[1].recipe = "echo 'a $HOME'"
    #expect(
      try await page(of: experiment).contains(
        "<code>rehearse measure --runs 3 --seed 7 --command-name a --command-name b 'ls ' "
          + "'echo '\\''a $HOME'\\'''</code>"))
    experiment.builds.removeLast()
    experiment.builds[0].name = "ls"
    #expect(
      try await page(of: experiment, builds: ["ls"]).contains(
        "<code>rehearse measure --runs 3 --seed 7 -- ls</code>"))
  }

  @Test func `the page holds exact copies of the measurements and the scenario`() async throws {
    let page = try await page(of: SampleRuns.experiment(stories: ["list"], builds: ["a", "b"]))
    let found = page.matches(
      of: /download="([^"]*)" href="data:([^;]*);charset=utf-8;base64,([^"]*)"/)
    let texts = found.map {
      String(decoding: Data(base64Encoded: String($0.output.3)) ?? Data(), as: UTF8.self)
    }
    #expect(found.map { String($0.output.1) } == ["measurements.csv", "scenario.yml"])
    #expect(found.map { String($0.output.2) } == ["text/csv", "text/yaml"])
    #expect(
      texts == [try folder.text(of: "measurements.csv"), try folder.text(of: "scenario.yml")])
    #expect(
      texts[0].hasPrefix(
        LongCSV.columns.joined(separator: ",") + "\n1,a,list,,solo,1,1,,1,cpu-time,ns,1000000\n"))
  }
}
