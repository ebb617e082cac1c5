import Analysis
import Experimenting
import Recording
import Running
import TestSupport
import Testing

@Suite struct BaselineSessionTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func measure(
    build: String? = nil, _ equipment: Equipment
  ) async throws -> ExperimentAnalysis {
    try await BaselineSession(build: build).measure(
      stage.scenario(), instructions: InstructionChoice(), in: SessionCall(["baseline"]),
      store: stage.store, equipment)
  }

  @Test func `a baseline measures one build alone, first for all values and then for memory`()
    async throws
  {
    let analysis = try await measure(stage.equipment())
    let lines = stage.log.lines
    #expect(lines.first == "build a")
    let kinds = lines.dropFirst().map { String($0.split(separator: " ")[0]) }
    let memory = 2 * RepeatRule.runsWithoutPairs
    #expect(
      kinds
        == Array(repeating: "solo", count: 4) + Array(repeating: "fixedAddresses", count: memory))
    #expect(analysis.outcome == .passed && analysis.runs.count == 4 + memory)
    #expect(analysis.experiment.name == "sample-baseline")
    let baseline = try BaselineSession(build: nil).baseline(of: analysis)
    #expect(baseline.build.name == "a" && baseline.stories.map(\.name) == ["s", "t"])
  }

  @Test func `a build that the scenario lacks is refused before any build is made`() async throws {
    let refusal = await #expect(throws: Refusal.self) {
      try await measure(build: "c", stage.equipment())
    }
    #expect(refusal?.kind == .usage)
    #expect(refusal?.description.hasSuffix("has no build 'c'; it has a, b.") == true)
    #expect(stage.log.lines.isEmpty)
  }

  /// The verdicts on the stories of these measurements against a baseline, if the scenario had this text.
  private func outcomes(
    _ analysis: ExperimentAnalysis, _ baseline: Baseline, scenario: String,
    contents: String? = nil
  ) throws -> [CellOutcome]? {
    let saved = Decision.Saved(name: "main", baseline: baseline, isForced: true)
    var experiment = analysis.experiment
    experiment.scenario = scenario
    experiment.stories[0].contents = contents
    experiment.decision = Decision(
      purpose: .comparison, baseline: saved.side, candidate: "a", rule: .standard, saved: saved)
    return try JudgedExperiment(ExperimentAnalysis(experiment, runs: analysis.runs))?
      .judgement.gated.map(\.outcome)
  }

  @Test func `a story that does something else under the same labels is not judged`() async throws {
    let analysis = try await measure(stage.equipment())
    let baseline = try BaselineSession(build: nil).baseline(of: analysis)
    let text = analysis.experiment.scenario
    let changed = text.replacing(
      "s: { steps: [{ count: { to: 3 }", with: "s: { steps: [{ count: { to: 9 }")
    #expect(changed != text)
    let same = try #require(try outcomes(analysis, baseline, scenario: text))
    #expect(same.count == 2 && !same.contains(.missing(.changedSteps)))
    let others = try #require(try outcomes(analysis, baseline, scenario: changed))
    #expect(others.map { $0 == .missing(.changedSteps) } == [true, false])
    let requests = try #require(
      try outcomes(analysis, baseline, scenario: text, contents: "0f"))
    #expect(requests.map { $0 == .missing(.changedSteps) } == [true, false])
  }

  @Test func `a check against the baseline of another driver says so`() async throws {
    let builds = RecordedBuilds(log: stage.log, files: ["driver.py": "1"])
    let analysis = try await measure(stage.equipment(building: builds))
    let baseline = try BaselineSession(build: nil).baseline(of: analysis)
    func notes(_ hash: String) throws -> [String]? {
      var before = baseline
      before.build.files = ["driver.py": hash]
      let saved = Decision.Saved(name: "main", baseline: before, isForced: false)
      var experiment = analysis.experiment
      experiment.decision = Decision(
        purpose: .check, baseline: saved.side, candidate: "a", rule: .standard, saved: saved)
      return try JudgedExperiment(ExperimentAnalysis(experiment, runs: analysis.runs))?.notes
    }
    #expect(try notes("1") == [])
    #expect(
      try notes("2")
        == ["The driver changed (driver.py): the difference may be the harness's, not the app's."])
  }

  @Test func `a run that crashes or an interruption makes no baseline`() async throws {
    let crashed = try await measure(stage.equipment(where: { $0.story == "t" }))
    let failure = #expect(throws: Refusal.self) {
      try BaselineSession(build: nil).baseline(of: crashed)
    }
    #expect(failure?.kind == .outcome(.appFailed))
    #expect(failure?.description.hasPrefix("sample-baseline can't be a baseline: ") == true)
    let interrupted = try await measure(stage.equipment(stoppingAfter: 1))
    #expect(interrupted.outcome == .interrupted)
    let open = #expect(throws: Refusal.self) {
      try BaselineSession(build: nil).baseline(of: interrupted)
    }
    #expect(open?.kind == .outcome(.toolFailed))
  }

  @Test func `without runs at fixed addresses memory is left out, with the reason`() async throws {
    var machine = Replay.machine()
    var facts = MachineFacts()
    facts.fixedAddresses = .known(.refused(reason: "personality is forbidden"))
    machine.facts = facts
    let analysis = try await measure(stage.equipment(on: machine))
    #expect(analysis.runs.allSatisfy { $0.kind == .solo })
    #expect(
      stage.log.notes == [
        "There are no runs without address randomisation here: personality is forbidden."
      ])
  }
}
