import Analysis
import Experimenting
import Recording
import Running
import Store
import TestSupport
import Testing

@Suite struct QualificationSessionTests {
  private let stage: SessionStage
  private let settings = ComparisonSettings(
    pairs: 20, memoryRuns: 1, checksLayout: false, seed: 7)

  init() throws { stage = try SessionStage() }

  private func session(
    withBackToBack: Bool = false, _ equipment: Equipment? = nil
  ) throws -> QualificationSession {
    try QualificationSession(
      stage.scenario(), settings, withBackToBack: withBackToBack, store: stage.store,
      equipment ?? stage.equipment())
  }

  private func check(on machine: Environment = Replay.machine()) async throws -> QualificationState?
  {
    try await ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []), settings, for: .check,
      store: stage.store, stage.equipment(on: machine)
    ).carryOut(in: SessionCall()) { _ in }.first?.qualification
  }

  @Test func `qualifying measures one build against itself, and makes only the first build`()
    async throws
  {
    let results = try await session().carryOut(in: SessionCall()) { _ in }
    #expect(results.map(\.outcome) == [.passed])
    #expect(stage.log.lines.first == "build a")
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 40)
    let experiment = try #require(try stage.store.experiments().first)
    #expect(experiment.builds.map(\.name) == ["a", "a again"])
    #expect(experiment.builds.map(\.sha256) == ["1fa", "1fa"])
    #expect(experiment.decision?.purpose == .qualification)
    // There is no file that could be copied.
    #expect(stage.log.notes.contains { $0.hasPrefix("Both sides are the same file") })
  }

  @Test func `stories that use several CPUs are qualified in turns if their wall time is gated`()
    async throws
  {
    let rhythm = Rhythm(cpu: 2e8, wall: 1e8)
    _ = try await QualificationSession(
      stage.scenario(gates: "{ metric: wall-time }, { metric: cpu-time }"), settings,
      withBackToBack: false, store: stage.store,
      stage.equipment(rhythms: ["s": rhythm, "t": rhythm])
    ).carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.first { $0.hasPrefix("in turns") } == "in turns: s t")
  }

  @Test func `each way of pairing is reported before the next is measured`() async throws {
    let results = try await session(withBackToBack: true).carryOut(in: SessionCall()) { result in
      stage.log.note("handed over \(result.analysis.runs.count)")
    }
    #expect(results.count == 2)
    let lines = stage.log.lines
    let handed = lines.indices.filter { lines[$0].hasPrefix("handed over") }
    #expect(handed.count == 2 && handed.last == lines.indices.last)
    #expect(lines[handed[0] + 1].hasPrefix("pair"))
    #expect(try stage.store.experiments().count == 2)
  }

  @Test func `an interrupted qualification ends before the next way of pairing begins`()
    async throws
  {
    let results = try await session(
      withBackToBack: true, stage.equipment(stoppingAfter: 3)
    ).carryOut(in: SessionCall()) { _ in }
    #expect(results.map(\.outcome) == [.interrupted])
    #expect(results.allSatisfy { !$0.isQualified })
    #expect(try stage.store.experiments().count == 1)
    #expect(try stage.runs().count == 6)
  }

  @Test func `a check finds its machine's qualification, and reports what changed since`()
    async throws
  {
    _ = try await session().carryOut(in: SessionCall()) { _ in }
    guard case .valid(let number)? = try await check() else {
      Issue.record("not valid")
      return
    }
    #expect(number == 1)
    guard case .missing(let outdated?)? = try await check(on: Replay.machine(kernel: "Linux 6.2"))
    else {
      Issue.record("not outdated")
      return
    }
    #expect(outdated.experiment == 1)
    #expect(outdated.differences.contains { $0.contains("Linux 6.2") })
  }
}
