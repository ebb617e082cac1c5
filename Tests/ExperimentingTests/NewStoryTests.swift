import Analysis
import Building
import Experimenting
import Recording
import Running
import Scenarios
import Store
import SystemPackage
import Testing

/// Comparisons with a revision that does not have the scenario, or not all of its stories.
@Suite struct NewStoryTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func check(
    _ builds: RecordedBuilds, gates: String = "{ metric: cpu-time }", memoryRuns: Int = 0,
    where fails: @escaping @Sendable (PlannedRun) -> Bool = { _ in false }
  ) async throws -> JudgedExperiment {
    let results = try await ComparisonSession(
      stage.scenario(builds: ["a"], gates: gates), .revision("main", build: nil),
      ComparisonSettings(pairs: 10, memoryRuns: memoryRuns, checksLayout: false), for: .check,
      store: stage.store, stage.equipment(building: builds, where: fails)
    ).carryOut(in: SessionCall()) { _ in }
    return try #require(results.first)
  }

  /// Builds of a revision with this scenario.
  private func builds(with text: String?, failing error: (any Error)? = nil) -> RecordedBuilds {
    var builds = RecordedBuilds(log: stage.log)
    builds.earlier = EarlierFile(text, at: RecordedBuilds.revision)
    builds.failureOfTwo = error
    return builds
  }

  private static let noFolder = RevisionError.noFolder("Scenarios", revision: "main")

  @Test func `if the revision has no such folder, all stories are new and replayed once`()
    async throws
  {
    let result = try await check(builds(with: nil, failing: Self.noFolder))
    #expect(result.outcome == .passed)
    let new = try #require(result.judgement.newStories)
    #expect(new.areAll && new.names == ["s", "t"])
    #expect(new.reason == "the revision 'main' has no folder 'Scenarios'")
    #expect(
      result.judgement.gated.map(\.outcome) == [.new(since: new.reason), .new(since: new.reason)])
    #expect(
      result.analysis.runs.map { "\($0.story) \($0.build)" }.sorted() == [
        "s work-tree at workTree", "t work-tree at workTree",
      ])
    // Read from the store it comes to the same.
    let stored = try stage.store.experiment("1")
    #expect(stored.completedAt != nil && stored.builds.map(\.name).first == "main")
    #expect(stored.builds.first?.revision == RecordedBuilds.revision)
    let again = try JudgedExperiment(ExperimentAnalysis(stored, runs: stage.runs()))
    #expect(again?.outcome == .passed)
  }

  @Test(arguments: [(50, Outcome.regression), (200, .passed)])
  func `a new story's budget is measured on the candidate alone`(
    _ limit: Int, _ outcome: Outcome
  ) async throws {
    let result = try await check(
      builds(with: nil, failing: Self.noFolder),
      gates: "{ metric: cpu-time }, { metric: cpu-time, stories: [t], at-most: \(limit) ms }")
    #expect(result.outcome == outcome)
    let verdict: Verdict = outcome == .passed ? .withinGate : .regressed
    #expect(result.judgement.gated.map(\.outcome.verdict) == [nil, nil, verdict])
    #expect(result.judgement.gated.last?.outcome.result?.evidence == .values(10))
    // One of the other story.
    #expect(stage.log.lines.count { $0.hasPrefix("solo s") } == 1)
    #expect(result.analysis.runs.map(\.position) == Array(1...2) + Array(4...12))
    #expect(try stage.store.experiment("1").completedAt != nil)
  }

  @Test func `each budget of a new story has its runs, and one without a value fails the check`()
    async throws
  {
    let result = try await check(
      builds(with: nil, failing: Self.noFolder),
      gates: "{ metric: peak-anonymous-memory, at-most: 2 MB, stories: [t] }, "
        + "{ metric: allocations, at-most: 5, stories: [t] }", memoryRuns: 3)
    let lines = stage.log.lines
    #expect(lines.count { $0.hasPrefix("fixedAddresses t") } == 3)
    #expect(lines.count { $0.hasPrefix("allocations t") } == 3)
    #expect(result.judgement.gated.map(\.outcome.verdict) == [.withinGate, nil])
    #expect(result.judgement.gated.first?.outcome.result?.kind == .fixedAddresses)
    #expect(result.outcome == .notComparable)
  }

  @Test func `a new story that fails is not replayed again for its budget`() async throws {
    let result = try await check(
      builds(with: nil, failing: Self.noFolder), gates: "{ metric: cpu-time, at-most: 1 s }"
    ) { $0.story == "t" }
    #expect(result.outcome == .appFailed)
    #expect(stage.log.lines.count { $0.hasPrefix("solo t") } == 1)
    #expect(stage.log.lines.count { $0.hasPrefix("solo s") } == 10)
  }

  @Test func `a new story's budget is judged together with the stories that are compared`()
    async throws
  {
    let result = try await check(
      builds(with: Self.withoutT),
      gates: "{ metric: cpu-time }, { metric: cpu-time, stories: [t], at-most: 50 ms }"
    ) { $0.story == "t" && $0.build.hasPrefix("main") }
    #expect(result.judgement.gated.map(\.outcome.verdict) == [.unchanged, nil, .regressed])
    #expect(result.outcome == .regression)
    let pairs = stage.log.lines.filter { $0.hasPrefix("pair") }
    #expect(pairs.count == 10 && pairs.allSatisfy { $0.hasPrefix("pair s") })
  }

  @Test func `a broken new scenario fails the check`() async throws {
    let result = try await check(builds(with: nil, failing: Self.noFolder)) { $0.story == "t" }
    #expect(result.outcome == .appFailed)
    #expect(result.judgement.failures.map(\.story) == ["t"])
  }

  @Test func `a revision that does not build is no failure if it lacks the scenario`() async throws
  {
    let failure = BuildError.noExecutable(build: "main", path: "./a")
    let result = try await check(builds(with: nil, failing: failure))
    #expect(result.outcome == .passed && result.judgement.newStories?.areAll == true)
  }

  /// The scenario before the story `t` was added, or renamed.
  private static let withoutT = """
    scenario: sample
    builds: { a: { command: [./a] } }
    stories: { s: { steps: [{ count: { to: 3 }, expect: { count: 3 } }] } }
    """

  @Test func `a story that the revision replays only at the second try is compared`() async throws {
    let result = try await check(builds(with: Self.withoutT)) {
      $0.story == "t" && $0.build.hasPrefix("main") && $0.kind == .solo && $0.round == 1
    }
    #expect(result.judgement.newStories == nil)
    #expect(stage.log.lines.count { $0.hasPrefix("pair t") } == 10)
    let tries = stage.log.lines.filter { $0.hasPrefix("solo t main") }
    #expect(tries.count == 2)
  }

  @Test func `no story is new if the revision's scenario can't be read`() async throws {
    let result = try await check(builds(with: "scenario: [")) {
      $0.story == "t" && $0.build.hasPrefix("main")
    }
    #expect(result.judgement.newStories == nil && result.outcome == .appFailed)
    #expect(stage.log.lines.contains { $0.hasPrefix("pair t") })
  }

  @Test(arguments: [true, false])
  func `a new story that the revision can't replay is left out, and others are compared`(
    isRecorded: Bool
  ) async throws {
    // A draft of the revision lacks outcomes, but not names.
    let earlier =
      isRecorded ? Self.withoutT : Self.withoutT.replacing(/, expect: {[^}]*}/, with: "")
    #expect((earlier == Self.withoutT) == isRecorded)
    let result = try await check(builds(with: earlier)) {
      $0.story == "t" && $0.build.hasPrefix("main")
    }
    #expect(result.outcome == .passed)
    #expect(result.judgement.newStories?.names == ["t"])
    #expect(result.judgement.gated.map { $0.outcome.result == nil } == [false, true])
    let pairs = stage.log.lines.filter { $0.hasPrefix("pair") }
    #expect(pairs.count == 10 && pairs.allSatisfy { $0.hasPrefix("pair s") })
  }

  @Test
  func `a story that the revision can replay is compared, even if its scenario lacks the story`()
    async throws
  {
    let result = try await check(builds(with: nil))
    #expect(result.judgement.newStories == nil)
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 20)
  }

  @Test func `a story whose program the revision lacks is left out, and the others are compared`()
    async throws
  {
    let text = { (stories: String) in
      """
      scenario: sample
      builds: { a: {} }
      stories: { \(stories) }
      gates: [{ metric: cpu-time }]
      """
    }
    let (old, new) = ("s: { steps: [{ run: 'true' }] }", "t: { steps: [{ run: ./new }] }")
    _ = try stage.scenario()
    try stage.change { _ in text("\(old), \(new)") }
    var builds = builds(with: text(old))
    builds.failureOfProgram = BuildError.noExecutable(build: "main", path: "./new")
    let results = try await ComparisonSession(
      ScenarioFile(stage.path), .revision("main", build: nil),
      ComparisonSettings(pairs: 10, memoryRuns: 0, checksLayout: false), for: .check,
      store: stage.store, stage.equipment(building: builds)
    ).carryOut(in: SessionCall()) { _ in }
    let result = try #require(results.first)
    #expect(result.outcome == .passed && result.judgement.newStories?.names == ["t"])
    #expect(result.analysis.runs.count == 21)
  }

  /// The scenario before the story `u` was left out, and the gate allowed more.
  private func withMore() throws -> String {
    let text = try stage.scenario(builds: ["a"]).text
    return text.replacing("stories: { ", with: "stories: { u: { steps: [{ more: {} }] }, ")
  }

  @Test func `stories and gates that only the revision's scenario has are reserved`() async throws {
    let earlier = try withMore()
    _ = try stage.scenario(builds: ["a"])
    try stage.change {
      $0.replacing("{ metric: cpu-time }", with: "{ metric: cpu-time, at-most: +50% }")
    }
    func dropped(_ stories: [String], _ text: String?) async throws -> Decision.DroppedChecks? {
      let results = try await ComparisonSession(
        ScenarioFile(stage.path).selecting(stories, []), .revision("main", build: nil),
        ComparisonSettings(pairs: 10, memoryRuns: 0, checksLayout: false), for: .check,
        store: stage.store, stage.equipment(building: builds(with: text))
      ).carryOut(in: SessionCall()) { _ in }
      let result = try #require(results.first)
      let dropped = result.analysis.experiment.decision?.dropped
      let reservation = dropped.map { checks in
        Reservation.fewerChecks(than: result.judgement.baseline, checks)
      }
      #expect(result.judgement.reservations == [reservation].compactMap(\.self))
      #expect(result.outcome == .passed)
      return dropped
    }
    #expect(
      try await dropped([], earlier)
        == Decision.DroppedChecks(stories: ["u"], looserGates: ["cpu-time"]))
    #expect(
      try await dropped(["s"], earlier)
        == Decision.DroppedChecks(stories: [], looserGates: ["cpu-time"]))
    // Of a scenario that is new or can't be read nothing is known.
    #expect(try await dropped([], nil) == nil)
    #expect(try await dropped([], "scenario: [") == nil)
  }

  @Test func `a story that fails at both revisions is a failure`() async throws {
    let result = try await check(builds(with: nil)) { $0.story == "t" }
    #expect(result.outcome == .appFailed)
  }
}
