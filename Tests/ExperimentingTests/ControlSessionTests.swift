import Analysis
import Experimenting
import Recording
import Running
import Store
import TestSupport
import Testing

/// Comparisons with a control, on recorded runs.
@Suite struct ControlSessionTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func settings(pairs: Int = 10) -> ComparisonSettings {
    var settings = ComparisonSettings(pairs: pairs, memoryRuns: 0, checksLayout: false, seed: 7)
    settings.hasControl = true
    return settings
  }

  private func result(
    _ settings: ComparisonSettings? = nil, for purpose: Decision.Purpose = .check,
    on stage: SessionStage? = nil, gates: String = "{ metric: cpu-time }",
    equipment: Equipment? = nil, in call: SessionCall = SessionCall()
  ) async throws -> JudgedExperiment {
    let stage = stage ?? self.stage
    let session = try ComparisonSession(
      stage.scenario(gates: gates), .builds(baseline: nil, candidates: []),
      settings ?? self.settings(), for: purpose, store: stage.store,
      equipment ?? stage.equipment())
    return try #require(try await session.carryOut(in: call) { _ in }.first)
  }

  @Test func `a control's pairs are stored with the experiment, but not as a build of it`()
    async throws
  {
    let result = try await result()
    let control = try #require(result.judgement.control)
    #expect(control.control.story == "s" && control.pairs == 10 && !control.hasMoved)
    #expect(result.outcome == .passed)
    let experiment = try stage.store.experiment("1")
    #expect(experiment.builds.map(\.name) == ["a", "b"])
    // There is no file that could be copied.
    #expect(experiment.decision?.control == Decision.Control(story: "s", isCopy: false))
    let runs = try stage.runs()
    #expect(runs.count { $0.kind == .control } == 20 && runs.count == 60)
    #expect(try stage.store.runCounts(of: 1).all == 40)
    // The verdicts are made again of what is stored.
    let stored = try #require(
      try JudgedExperiment(ExperimentAnalysis(experiment, runs: stage.store.runs(of: 1))))
    #expect(stored.judgement.control == control)
    #expect(stored.judgement.gated == result.judgement.gated)
  }

  @Test(arguments: [(Decision.Purpose.check, Outcome.passed), (.strictCheck, .inconclusive)])
  func `if the control moved, a regression is unproven, and fails only a strict check`(
    _ purpose: Decision.Purpose, _ outcome: Outcome
  ) async throws {
    let result = try await result(
      for: purpose, equipment: stage.equipment(slower: ["b": 1.2, "a again": 1.013]))
    #expect(result.outcome == outcome)
    let results = result.judgement.gated.map(\.outcome.result)
    #expect(results.map { $0?.verdict } == [.inconclusive, .inconclusive])
    #expect(results.allSatisfy { $0?.controlMove != nil })
  }

  @Test func `if the control did not move, the same change is a regression`() async throws {
    let result = try await result(equipment: stage.equipment(slower: ["b": 1.2]))
    #expect(result.outcome == .regression)
  }

  @Test func `the control is left out if it is turned off, or if no gate compares a time`()
    async throws
  {
    var without = settings()
    without.hasControl = false
    #expect(try await result(without).judgement.control == nil)
    let memory = try await result(gates: "{ metric: peak-anonymous-memory }")
    #expect(memory.judgement.control == nil)
    #expect(try !stage.runs(of: 1).contains { $0.kind == .control })
    #expect(try !stage.runs(of: 2).contains { $0.kind == .control })
  }

  @Test(arguments: [1, 2, 3, 7, 20])
  func `an interrupted check resumes with the same pairs of its control`(_ limit: Int)
    async throws
  {
    let whole = try SessionStage()
    _ = try await result(on: whole)
    let half = try await result(equipment: stage.equipment(stoppingAfter: limit))
    #expect(half.outcome == .interrupted)
    let resumption = try #require(try Resumption(nil, in: stage.store))
    let next = try SessionStage(after: stage)
    let finished = try await result(on: next, in: resumption.call)
    #expect(finished.outcome == .passed && finished.judgement.control?.pairs == 10)
    func places(_ runs: [Run]) -> [String] {
      runs.map { "\($0.position) \($0.kind) \($0.story) \($0.build) \($0.round)" }
    }
    #expect(try places(next.runs()) == places(whole.runs()))
  }

  @Test func `a control that fails is reported, and does not change the decision`() async throws {
    let result = try await result(
      equipment: stage.equipment(
        slower: ["b": 1.2], where: { $0.build == "a again" && $0.round == 2 }))
    #expect(result.outcome == .regression)
    #expect(result.judgement.control?.objection == "a run of it failed: It failed")
    #expect(result.analysis.outcome == .passed)
  }
}
