import Analysis
import Experimenting
import Metrics
import Recording
import Running
import Store
import TestSupport
import Testing

@Suite struct StoredComparisonTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func measure(on machine: Environment = Replay.machine()) async throws {
    _ = try await RunSession(
      stage.scenario(), .init(seed: 7), store: stage.store, stage.equipment(on: machine)
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
}
