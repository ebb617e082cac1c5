import Analysis
import Building
import Programs
import Recording
import Running
import Scenarios
import Store
import TestSupport
import Testing

@testable import Experimenting

@Suite struct QualificationSessionTests {
  private let stage: SessionStage
  private let settings = ComparisonSettings(
    pairs: 20, memoryRuns: 1, checksLayout: false, seed: 7)

  init() throws { stage = try SessionStage() }

  private func session(_ equipment: Equipment? = nil) throws -> QualificationSession {
    try QualificationSession(
      stage.scenario(), settings, store: stage.store, equipment ?? stage.equipment())
  }

  private func check(
    on machine: Environment = Replay.machine(), gates: String = "{ metric: cpu-time }"
  ) async throws -> QualificationState? {
    try await ComparisonSession(
      stage.scenario(gates: gates), .builds(baseline: nil, candidates: []), settings, for: .check,
      store: stage.store, stage.equipment(on: machine)
    ).carryOut(in: SessionCall()) { _ in }.first?.qualification
  }

  @Test func `qualifying measures one build against itself, and makes only the first build`()
    async throws
  {
    let result = try await session().carryOut(in: SessionCall())
    #expect(result?.outcome == .passed)
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
      store: stage.store, stage.equipment(rhythms: ["s": rhythm, "t": rhythm])
    ).carryOut(in: SessionCall())
    #expect(stage.log.lines.first { $0.hasPrefix("in turns") } == "in turns: s t")
  }

  @Test func `both sides of a qualification are one program, so one look at it is enough`()
    async throws
  {
    let (serial, parallel) = (Rhythm(cpu: 1e8, wall: 1e8), Rhythm(cpu: 2e8, wall: 1e8))
    _ = try await QualificationSession(
      stage.scenario(gates: "{ metric: wall-time }"), settings, store: stage.store,
      stage.equipment(rhythms: ["s a": parallel, "s a again": serial, "t": serial])
    ).carryOut(in: SessionCall())
    #expect(
      try stage.store.experiment("1").decision?.rhythms == ["s": serial, "t": serial])
  }

  @Test func `an interrupted qualification keeps its pairs, and qualifies nothing`() async throws {
    let result = try await session(stage.equipment(stoppingAfter: 3)).carryOut(in: SessionCall())
    #expect(result?.outcome == .interrupted)
    #expect(result?.qualification.isQualified == false)
    #expect(try stage.store.experiments().count == 1)
    #expect(try stage.runs().count == 6)
  }

  /// A step without cost has no ratio, and nobody gated the story that crashes.
  @Test(arguments: [
    ("{ metric: cpu-time, steps: true }", ""), ("{ metric: cpu-time, stories: [s] }", "t"),
  ])
  func `a check takes a stored qualification for what it was when it was made`(
    _ gates: String, _ crashing: String
  ) async throws {
    let made = try await QualificationSession(
      stage.scenario(gates: gates), settings, store: stage.store,
      stage.equipment(where: { $0.story == crashing })
    ).carryOut(in: SessionCall())
    let qualification = try #require(made?.qualification)
    let reasons = qualification.advice.filter(\.isBad)
    #expect(!qualification.isQualified && !reasons.isEmpty)
    #expect(try await check(gates: gates) == .unfit(experiment: 1, advice: reasons))
  }

  @Test func `a check finds its machine's qualification, and reports what changed since`()
    async throws
  {
    _ = try await session().carryOut(in: SessionCall())
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

  /// Measures a build against another whose inputs say that these stories are separate.
  private func measured(
    _ candidate: String, for purpose: Decision.Purpose, separate: Set<String>
  ) throws -> ExperimentAnalysis {
    let file = try stage.scenario()
    func driver(_ name: String) -> BuiltDriver {
      BuiltDriver(
        record: BuildRecord(name: name, recipe: "made", sha256: "1fa"), commands: [["/\(name)"]])
    }
    let sides = BuildInputs(of: [file.scenario.builds[0]], [driver("a")], searchPath: .own)
      .besideCopy(named: candidate)
    let inputs = InputStage.Result(
      finding: InputFinding(), proof: nil, storyProofs: [:], records: [],
      comparison: sides.comparison(of: 1, replaying: [[:], [:]], allowing: []),
      separateStories: separate)
    return try PairedMeasuring(
      file, settings, for: purpose, store: stage.store, stage.equipment()
    ).measure(
      driver(candidate), against: driver("a"), at: nil, inputs: inputs, in: SessionCall(), part: 1,
      of: 1)
  }

  private func qualified(separate: Set<String>) throws -> QualificationResult {
    let analysis = try measured("a again", for: .qualification, separate: separate)
    return try #require(try QualificationResult(analysis, in: stage.store))
  }

  @Test func `stories that can't meet are qualified two at once, as a check makes them`() throws {
    let result = try qualified(separate: ["s", "t"])
    #expect(stage.log.lines.filter { $0.hasPrefix("at once") } == ["at once: s t"])
    #expect(result.qualification.arrangements.map { $0.arrangement.pairs } == [2])
    #expect(result.qualification.arrangements.map { $0.stories } == [["s", "t"]])
    let apart = try qualified(separate: [])
    #expect(stage.log.lines.count { $0.hasPrefix("at once") } == 1)
    #expect(apart.qualification.arrangements.map { $0.arrangement.pairs } == [1])
  }

  @Test func `a qualification of single pairs does not count for a check with two at once`() throws
  {
    func state(separate: Set<String>) throws -> QualificationState {
      try StoredQualification(store: stage.store).state(
        for: measured("b", for: .check, separate: separate))
    }
    _ = try measured("a again", for: .qualification, separate: [])
    #expect(
      try state(separate: ["s", "t"])
        == .missing(
          outdated: .init(
            experiment: 1, differences: ["one pair at a time, and two were made at once now"])))
    #expect(try state(separate: []) == .valid(experiment: 1))
    // The fourth made two at once, and a check of single pairs takes it, too.
    _ = try measured("a again", for: .qualification, separate: ["s", "t"])
    #expect(try state(separate: ["s", "t"]) == .valid(experiment: 4))
    #expect(try state(separate: []) == .valid(experiment: 4))
  }
}
