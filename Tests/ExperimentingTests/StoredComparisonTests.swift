import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Running
import Store
import SystemPackage
import TestSupport
import Testing

@Suite struct StoredComparisonTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func measure(
    _ file: ScenarioFile? = nil, on machine: Environment = Replay.machine(),
    driver hash: String? = nil
  ) async throws {
    let builds = RecordedBuilds(log: stage.log, files: hash.map { ["driver.py": $0] })
    _ = try await RunSession(
      file ?? stage.scenario(), .init(seed: 7), store: stage.store,
      stage.equipment(building: builds, on: machine)
    ).carryOut(in: SessionCall())
  }

  private func comparison(
    _ builds: (baseline: String?, candidate: String?) = (nil, nil), isForced: Bool = false
  ) throws -> StoredComparison {
    try StoredComparison("1", "2", builds: builds, isForced: isForced, in: stage.store)
  }

  @Test func `the first builds of two experiments are compared unless others are named`()
    async throws
  {
    try await measure()
    try await measure()
    let first = try comparison()
    #expect(first.objections.isEmpty)
    #expect(first.result.analysis.experiment.builds.map(\.sha256) == ["1fa", "1fa"])
    let named = try comparison(("a", "b"))
    #expect(named.result.analysis.experiment.builds.map(\.sha256) == ["1fa", "1fb"])
    #expect(named.result.judgement.gated.map(\.name.story) == ["s", "t"])
    #expect(named.result.judgement.gated.allSatisfy { $0.name.metric == .cpuTime })
  }

  @Test func `a comparison of experiments with other drivers says so`() async throws {
    for hash in ["1", "2"] { try await measure(driver: hash) }
    #expect(
      try comparison().result.notes
        == ["The driver changed (driver.py): the difference may be the harness's, not the app's."])
    #expect(
      try StoredComparison("1", "1", builds: ("a", "b"), isForced: false, in: stage.store)
        .result.notes == [])
  }

  @Test func `a build of an experiment is not compared with itself`() async throws {
    try await measure()
    func compare(_ candidate: String?) throws -> StoredComparison {
      try StoredComparison(
        "1", "1", builds: (nil, candidate), isForced: true, in: stage.store)
    }
    let refusal = #expect(throws: Refusal.self) { try compare("a") }
    #expect(
      refusal?.description.hasPrefix("The build 'a of experiment 1' is compared with itself")
        == true)
    #expect(try compare("b").result.judgement.candidate == "b of experiment 1")
  }

  @Test func `a build that an experiment lacks is refused, with the builds that it has`()
    async throws
  {
    try await measure()
    try await measure()
    let refusal = #expect(throws: Refusal.self) { try comparison((nil, "c")) }
    #expect(refusal?.kind == .usage)
    #expect(refusal?.description.hasPrefix("The experiment has no build 'c'; it has a, b") == true)
  }

  @Test func `a comparison with another machine is refused with the difference, unless forced`()
    async throws
  {
    try await measure()
    try await measure(on: Replay.machine("CPU B"))
    let refusal = #expect(throws: Refusal.self) { try comparison() }
    #expect(refusal?.kind == .outcome(.notComparable))
    #expect(refusal?.description.contains("CPU B") == true)
    #expect(refusal?.description.contains("--force") == true)
    let forced = try comparison(isForced: true)
    #expect(forced.objections.contains { $0.contains("CPU B") })
    #expect(forced.result.judgement.gated.count == 2)
  }

  @Test(arguments: [
    (
      "s: { steps: [{ count: { to: 3 }, expect: { count: 3 }",
      "s: { steps: [{ count: { to: 30 }, expect: { count: 30 }",
      "the steps, files or expected outcomes of s changed"
    ),
    (
      "runs: 2", "runs: 2\nfixture: { files: 1000 }",
      "the scenario's fixture, services or home changed"
    ),
    ("scenario: sample", "scenario: other", "the scenario was sample, and is other"),
  ])
  func `a comparison of other work is refused with what changed, unless forced`(
    _ old: String, _ new: String, _ words: String
  ) async throws {
    try await measure()
    try stage.change { $0.replacing(old, with: new) }
    try await measure(ScenarioFile(stage.path))
    let refusal = #expect(throws: Refusal.self) { try comparison() }
    #expect(refusal?.kind == .outcome(.notComparable))
    #expect(
      refusal?.description.contains("are not comparable: \(words). Measure both") == true,
      "\(String(describing: refusal))")
    #expect(try comparison(isForced: true).objections == [words])
  }

  @Test func `a comparison of runs on other data is refused with the stories, unless forced`()
    async throws
  {
    let data = FilePath(stage.path).removingLastComponent().appending("words.txt").string
    _ = try stage.scenario()
    try stage.change { _ in
      """
      scenario: sample
      builds: { a: {} }
      runs: 2
      stories:
        s: { files: [words.txt], steps: [{ run: sort, stdin: words.txt }] }
        t: { steps: [{ run: 'true' }] }
      gates: [{ metric: cpu-time }]
      """
    }
    for text in ["b\na\n", "a\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: data))
      try await measure(ScenarioFile(stage.path))
    }
    let refusal = #expect(throws: Refusal.self) { try comparison() }
    let words = "the steps, files or expected outcomes of s changed"
    #expect(refusal?.description.contains("are not comparable: \(words). Measure both") == true)
    #expect(try comparison(isForced: true).objections == [words])
  }

  @Test func `other gates, and stories that only one experiment has, are no other work`()
    async throws
  {
    try await measure()
    try stage.change {
      $0.replacing("metric: cpu-time", with: "metric: cpu-time, at-most: +5%")
        .replacing(", t: {", with: ", u: {")
    }
    try await measure(ScenarioFile(stage.path))
    #expect(try comparison().objections.isEmpty)
  }
}
