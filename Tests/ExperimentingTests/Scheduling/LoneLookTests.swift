import Analysis
import Recording
import Store
import TestSupport
import Testing

@testable import Experimenting

/// How pairs are made, and what is told, by how stories spend their time.
@Suite struct LoneLookTests {
  private let stage: SessionStage
  private let settings = ComparisonSettings(pairs: 5, memoryRuns: 1, checksLayout: false, seed: 7)

  init() throws { stage = try SessionStage() }

  private func session(_ file: ScenarioFile, equipment: Equipment) throws -> ComparisonSession {
    try ComparisonSession(
      file, .builds(baseline: nil, candidates: []), settings, for: .comparison,
      store: stage.store, equipment)
  }

  @Test(arguments: [
    // Several CPUs; one; none to tell.
    ("{ metric: wall-time }", 2.0, "in turns: s t" as String?),
    ("{ metric: wall-time }", 1.0, nil), ("{ metric: wall-time }", 0.2, nil),
    // Gated for some stories only; with a metric that turns don't give; and not at all.
    ("{ metric: wall-time, stories: [t] }, { metric: cpu-time }", 2.0, "in turns: t"),
    ("{ metric: wall-time }, { metric: peak-cpu, stories: [s] }", 2.0, "in turns: t"),
    ("{ metric: cpu-time }", 2.0, nil),
  ])
  func `stories that use several CPUs take turns if wall time is all that needs lone runs`(
    _ gates: String, _ share: Double, _ expected: String?
  ) async throws {
    let rhythm = Rhythm(cpu: share * 1e8, wall: 1e8)
    let equipment = stage.equipment(rhythms: ["s": rhythm, "t": rhythm])
    _ = try await session(stage.scenario(gates: gates), equipment: equipment)
      .carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.first { $0.hasPrefix("in turns") } == expected)
  }

  @Test(arguments: [
    ("back-to-back", "{ metric: wall-time }", nil as String?),
    // Whatever is gated, unless turns change it.
    ("gang", "{ metric: cpu-time }", "in turns: s t"),
    ("gang", "{ metric: peak-cpu, stories: [s] }", "in turns: t"),
  ])
  func `stories run in turns as the scenario says, however they spend their time`(
    _ arrangement: String, _ gates: String, _ expected: String?
  ) async throws {
    // By itself, the first would run in turns, and the others would not.
    let rhythm = Rhythm(cpu: arrangement == "gang" ? 1e7 : 2e8, wall: 1e8)
    let equipment = stage.equipment(rhythms: ["s": rhythm, "t": rhythm])
    let scenario = try stage.scenario(gates: gates, arrangement: arrangement)
    _ = try await session(scenario, equipment: equipment).carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.first { $0.hasPrefix("in turns") } == expected)
  }

  @Test(arguments: [
    ("", 0.4, nil as String?),
    (
      "", 0.41,
      "many apart, because both sides' services together would need 82 % of the CPU that they share"
    ),
    ("arrangement: duet, ", 0.9, nil),
  ])
  func `many users come to one side after the other if a CPU is too little for both servers`(
    _ arrangement: String, _ share: Double, _ expected: String?
  ) async throws {
    let rhythm = Rhythm(cpu: share * 1e8, wall: 1e8, isOfUsers: true)
    _ = try await session(
      stage.scenarioOfUsers(more: arrangement),
      equipment: stage.equipment(rhythms: ["many": rhythm])
    ).carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.first { $0.hasPrefix("many apart") } == expected)
    // A resumed comparison goes on in the same way.
    let known = try stage.store.experiment("1").decision?.rhythms
    #expect(known == (arrangement.isEmpty ? ["many": rhythm] : nil))
  }

  @Test(arguments: [
    ("spike", 5 / 1.4, 0.11, nil as Int?), ("spike", 5 / 1.4, 0.12, 86), ("ramp", 2.0, 0.19, nil),
    ("ramp", 2.0, 0.21, 84),
  ])
  func `how busy the services of many users are counts when most of them come`(
    _ pattern: String, _ peak: Double, _ share: Double, _ percent: Int?
  ) async throws {
    _ = try stage.scenarioOfUsers()
    try stage.change { $0.replacing("for: 1 s", with: "for: 2 s, pattern: \(pattern)") }
    let rhythm = Rhythm(cpu: share * 1e8, wall: 1e8, isOfUsers: true)
    _ = try await session(
      ScenarioFile(stage.path), equipment: stage.equipment(rhythms: ["many": rhythm])
    ).carryOut(in: SessionCall()) { _ in }
    let expected = percent.map {
      "many apart, because both sides' services together would need \($0) % of the CPU that they share when "
        + "most users come"
    }
    #expect(stage.log.lines.first { $0.hasPrefix("many apart") } == expected)
    #expect(try stage.store.experiment("1").decision?.rhythms?["many"]?.peak == peak)
  }

  @Test(arguments: [
    // Of the baseline and of the candidate. Several CPUs on one of them, whichever it is.
    (2.0, 1.0, "a" as String?, "in turns: s" as String?), (1.0, 2.0, nil, "in turns: s"),
    // What sleeps goes on sleeping while the other side runs.
    (0.2, 2.0, "a", nil), (2.0, 0.2, nil, nil), (0.2, 1.0, "a", nil), (1.0, 0.9, nil, nil),
  ])
  func `a story that uses several CPUs on one build takes turns unless it waits on the other`(
    _ baseline: Double, _ candidate: Double, _ deciding: String?, _ expected: String?
  ) async throws {
    let one = Rhythm(cpu: 1e8, wall: 1e8)
    let equipment = stage.equipment(rhythms: [
      "s a": Rhythm(cpu: baseline * 1e8, wall: 1e8),
      "s b": Rhythm(cpu: candidate * 1e8, wall: 1e8), "t": one,
    ])
    _ = try await session(stage.scenario(gates: "{ metric: wall-time }"), equipment: equipment)
      .carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.first { $0.hasPrefix("in turns") } == expected)
    let share = deciding == nil ? candidate : baseline
    #expect(
      try stage.store.experiment("1").decision?.rhythms
        == ["s": Rhythm(cpu: share * 1e8, wall: 1e8, build: deciding), "t": one])
  }

  @Test(
    arguments: [
      (3e6, 5e6, 5e6), (5e6, 3e6, 5e6), (5e6, nil, 5e6), (nil, 3e6, 3e6), (nil, nil, nil),
    ]
      as [(Double?, Double?, Double?)])
  func `a story takes as much memory as on the side that takes more`(
    _ candidate: Double?, _ baseline: Double?, _ expected: Double?
  ) {
    let look = LoneLook(peakMemory: candidate).beside(LoneLook(peakMemory: baseline), named: "a")
    #expect(look.peakMemory == expected)
  }

  @Test func `without a gate on it, the wall time of a story that became serial is measured alone`()
    async throws
  {
    let one = Rhythm(cpu: 1e8, wall: 1e8)
    let equipment = stage.equipment(rhythms: [
      "s a": Rhythm(cpu: 2e8, wall: 1e8), "s": one, "t": one,
    ])
    let results = try await session(stage.scenario(), equipment: equipment)
      .carryOut(in: SessionCall()) { _ in }
    #expect(!stage.log.lines.contains { $0.hasPrefix("in turns") })
    let alone = stage.log.lines.filter { $0.hasPrefix("solo") }
    #expect(alone.count == 10 && alone.allSatisfy { $0.hasPrefix("solo s ") })
    let told = results.flatMap(\.judgement.ungatedTimes)
    #expect(told.map(\.story) == ["s"])
    #expect(told.map(\.rhythm) == [Rhythm(cpu: 2e8, wall: 1e8, build: "a")])
  }

  @Test(arguments: [
    (0.2, 0.5, nil as String?),
    (
      0.3, 0.52,
      "many apart, because both sides' services together would need 82 % of the CPU that they share"
    ),
  ])
  func `how busy the services of many users are is that of both sides together`(
    _ baseline: Double, _ candidate: Double, _ expected: String?
  ) async throws {
    func rhythm(_ share: Double) -> Rhythm {
      Rhythm(cpu: share * 1e8, wall: 1e8, isOfUsers: true)
    }
    _ = try await session(
      stage.scenarioOfUsers(),
      equipment: stage.equipment(rhythms: [
        "many a": rhythm(baseline), "many b": rhythm(candidate),
      ])
    ).carryOut(in: SessionCall()) { _ in }
    #expect(stage.log.lines.first { $0.hasPrefix("many apart") } == expected)
  }
}
