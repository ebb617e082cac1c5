import Analysis
import Building
import Experimenting
import Metrics
import Recording
import Running
import Store
import TestSupport
import Testing

/// `--max-time` bounds all that a call does.
struct TimeLimitTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  @Test func `a build that exceeds the time limit is stopped, and the error names the limit`()
    async throws
  {
    var builds = RecordedBuilds(log: stage.log)
    builds.whileBuilding = {}
    let session = try ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []), Self.settings(.milliseconds(20)),
      for: .check, store: stage.store, stage.equipment(building: builds))
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await session.carryOut(in: SessionCall()) { _ in }
    }
    #expect(refusal?.kind == .timeLimit)
    #expect(
      refusal?.description.hasPrefix(
        "Not comparable: the time was up (--max-time, 1 s) while the sides were built") == true)
    #expect(try stage.store.experiments().isEmpty && !stage.interruption.isRaised)
  }

  @Test(arguments: [Decision.Purpose.comparison, .check])
  func `a comparison or a quick look makes two pairs, and a note says that they show nothing`(
    _ purpose: Decision.Purpose
  ) async throws {
    // Over before the first pair is made.
    var settings = Self.settings(.nanoseconds(1))
    settings.isQuickLook = purpose == .check
    let session = try ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []), settings, for: purpose,
      store: stage.store, stage.equipment(slower: ["b": 2]))
    let results = try await session.carryOut(in: SessionCall()) { _ in }
    #expect(results.map(\.outcome) == [.passed])
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 4)
    #expect(!stage.log.lines.contains { $0.hasPrefix("counted") })
    let note = try #require(stage.log.notes.first { $0.hasPrefix("--max-time") })
    #expect(
      note.hasPrefix(
        "--max-time leaves time for 2 pairs of each story instead of up to 60: fewer than 8 can't show any "
          + "change, however large. Allow time for 8 or more"), "\(note)")
  }

  private static func settings(_ limit: Duration?) -> ComparisonSettings {
    ComparisonSettings(timeLimit: limit, memoryRuns: 0, checksLayout: false, seed: 7)
  }

  /// Compares in a time, each pair of which has recorded 1 s, though nobody waited.
  private func compare(
    in limit: Duration?, for purpose: Decision.Purpose = .check, isQuickLook: Bool = false,
    mustDecide: Bool = false, slower: [String: Double] = [:], on stage: SessionStage
  ) async throws -> [JudgedExperiment] {
    var settings = Self.settings(limit)
    (settings.isQuickLook, settings.mustDecide) = (isQuickLook, mustDecide)
    return try await ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []), settings, for: purpose,
      store: stage.store, stage.equipment(slower: slower)
    ).carryOut(in: SessionCall()) { _ in }
  }

  @Test func `the time is told after the first round, and the next time before it`() async throws {
    _ = try await compare(in: nil, on: stage)
    #expect(
      stage.log.notes == [
        "2 stories, about 10 s for 5 pairs of each, and at most 2 min for 60, if they are needed."
      ])
    let next = try SessionStage(after: stage)
    _ = try await compare(in: nil, on: next)
    #expect(next.log.notes == ["2 stories, about 10 s."])
    // Growth in two cells shows at 15 pairs, not at 10.
    let slower = try SessionStage()
    _ = try await compare(in: nil, slower: ["b": 2], on: slower)
    let limited = try SessionStage(after: slower)
    _ = try await compare(in: .seconds(19), on: limited)
    #expect(
      limited.log.notes.first?.hasPrefix(
        "2 stories, about 30 s without --max-time, which leaves ") == true,
      "\(limited.log.notes)")
  }

  @Test func `times of another machine or scenario say nothing`() async throws {
    _ = try await compare(in: nil, on: stage)
    let next = try SessionStage(after: stage)
    let session = try ComparisonSession(
      next.scenario(), .builds(baseline: nil, candidates: []), Self.settings(.seconds(5)),
      for: .check, store: next.store, next.equipment(on: Replay.machine("CPU B")))
    #expect(try await session.carryOut(in: SessionCall()) { _ in }.count == 1)
    #expect(!next.log.notes.contains("2 stories, about 10 s."))
  }

  @Test func `the time of a story that was edited since refuses nothing`() async throws {
    _ = try await compare(in: nil, on: stage)
    let next = try SessionStage(after: stage)
    try next.change { $0.replacing("to: 3", with: "to: 2") }
    let session = try ComparisonSession(
      ScenarioFile(next.path), .builds(baseline: nil, candidates: []), Self.settings(.seconds(5)),
      for: .check, store: next.store, next.equipment())
    #expect(try await session.carryOut(in: SessionCall()) { _ in }.count == 1)
  }

  @Test func `the time of a story that failed refuses nothing`() async throws {
    let failing = try ComparisonSession(
      stage.scenario(), .builds(baseline: nil, candidates: []), Self.settings(nil), for: .check,
      store: stage.store, stage.equipment(where: { $0.build == "b" }))
    #expect(
      try await failing.carryOut(in: SessionCall()) { _ in }.map(\.outcome) == [.appFailed])
    // With the time of the failed pairs, 8 pairs of each story would take 16 s.
    let next = try SessionStage(after: stage)
    #expect(try await compare(in: .seconds(5), on: next).map(\.outcome) == [.passed])
  }

  @Test func `a later gate on the same cells takes no more pairs`() async throws {
    _ = try await compare(in: nil, on: stage)
    let next = try SessionStage(after: stage)
    let file = try next.scenario(
      gates: "{ metric: cpu-time }, { metric: cpu-time, stories: [s], at-most: +5% }")
    let session = try ComparisonSession(
      file, .builds(baseline: nil, candidates: []), Self.settings(.seconds(5)), for: .check,
      store: next.store, next.equipment())
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await session.carryOut(in: SessionCall()) { _ in }
    }
    #expect(refusal?.description.contains("A change shows in 8 pairs") == true)
  }

  private static let known =
    "A change shows in 8 pairs of each story or more, which took 16 s earlier, so nothing was measured. "
    + "--max-time '30 s' would do."

  @Test(arguments: [Decision.Purpose.check, .strictCheck, .comparison])
  func `a time that is known to be too short is refused with one that would do`(
    _ purpose: Decision.Purpose
  ) async throws {
    _ = try await compare(in: nil, on: stage)
    let next = try SessionStage(after: stage)
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await compare(in: .seconds(5), for: purpose, on: next)
    }
    #expect(refusal?.kind == .timeLimit)
    #expect(
      refusal?.description
        == "Not comparable: --max-time is 5 s, which is too short. \(Self.known)")
    #expect(!next.log.lines.contains { $0.hasPrefix("pair") })
    #expect(try next.store.experiments().count == 1)
    let looked = try await compare(in: .seconds(5), isQuickLook: true, on: next)
    #expect(looked.map(\.outcome) == [.passed])
    #expect(try next.store.experiments().count == 2)
  }

  @Test(arguments: [Decision.Purpose.check, .comparison])
  func `a check, or what must decide, ends after the first round if its time is too short`(
    _ purpose: Decision.Purpose
  ) async throws {
    let mustDecide = purpose == .comparison
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await compare(
        in: .nanoseconds(1), for: purpose, mustDecide: mustDecide, on: stage)
    }
    #expect(refusal?.kind == .timeLimit)
    let text = try #require(refusal?.description)
    #expect(
      text.hasPrefix(
        "Not comparable: --max-time is 1 s, which is too short. A change shows in 8 pairs of each story or "
          + "more, which take "))
    #expect(text.contains(" by the first, so measuring ended after it. --max-time '"), "\(text)")
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 2)
    #expect(try stage.store.experiments().map(\.completedAt) == [nil])
    // The round is kept, and the next call knows its time.
    let next = try SessionStage(after: stage)
    let again = await #expect(throws: Refusal.self) {
      _ = try await compare(in: .nanoseconds(1), on: next)
    }
    #expect(again?.description.hasSuffix(Self.known) == true, "\(again?.description ?? "")")
    #expect(!next.log.lines.contains { $0.hasPrefix("pair") })
  }

  /// Makes the runs for memory, and resumes the check with no time left. The factor is the candidate's memory over
  /// the baseline's.
  private func resumeWithoutTime(larger factor: Double) async throws -> [JudgedExperiment] {
    var settings = ComparisonSettings(memoryRuns: 3, checksLayout: false, seed: 7)
    func check(on stage: SessionStage, stoppingAfter limit: Int = .max, in call: SessionCall)
      async throws -> [JudgedExperiment]
    {
      let file = try stage.scenario(
        gates: "{ metric: cpu-time }, { metric: peak-anonymous-memory }")
      return try await ComparisonSession(
        file, .builds(baseline: nil, candidates: []), settings, for: .check, store: stage.store,
        stage.equipment(stoppingAfter: limit, larger: ["b": factor])
      ).carryOut(in: call) { _ in }
    }
    // Three of each of two stories, on two builds; two do if they are the same.
    let stopped = try await check(
      on: stage, stoppingAfter: factor == 1 ? 8 : 12, in: SessionCall())
    #expect(stopped.map(\.outcome) == [.interrupted])
    #expect(!stage.log.lines.contains { $0.hasPrefix("pair") })
    let begun = try stage.store.experiments()
    let invocation = try #require(begun.first?.invocation)
    let next = try SessionStage(after: stage)
    settings.timeLimit = .nanoseconds(1)
    let results = try await check(on: next, in: SessionCall(of: invocation, among: begun))
    // Two of each story, to judge at all.
    #expect(next.log.lines.count { $0.hasPrefix("pair") } == 4)
    return results
  }

  @Test func `a check without time for pairs fails if memory that repeats has grown`()
    async throws
  {
    let results = try await resumeWithoutTime(larger: 2)
    #expect(results.map(\.outcome) == [.regression])
    let worse = results[0].judgement.gated.filter { $0.outcome.verdict == .regressed }
    #expect(worse.map(\.name.metric) == [.peakAnonymousMemory, .peakAnonymousMemory])
    #expect(try stage.store.experiments().allSatisfy { $0.completedAt != nil })
  }

  @Test(arguments: [1, 0.5])
  func `a check without time for pairs is refused if memory has not grown`(_ factor: Double)
    async throws
  {
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await resumeWithoutTime(larger: factor)
    }
    #expect(refusal?.kind == .timeLimit)
  }

  @Test func `memory that is compared over pairs takes as many as times do`() async throws {
    func refusal(on stage: SessionStage) async throws -> String {
      let session = try ComparisonSession(
        stage.scenario(gates: "{ metric: peak-anonymous-memory }"),
        .builds(baseline: nil, candidates: []), Self.settings(.nanoseconds(1)), for: .check,
        store: stage.store, stage.equipment())
      let refusal = await #expect(throws: Refusal.self) {
        _ = try await session.carryOut(in: SessionCall()) { _ in }
      }
      return try #require(refusal?.description)
    }
    let first = try await refusal(on: stage)
    #expect(first.contains("A change shows in 8 pairs") && first.contains(" by the first"))
    let next = try SessionStage(after: stage)
    #expect(try await refusal(on: next).hasSuffix(Self.known))
    #expect(!next.log.lines.contains { $0.hasPrefix("pair") })
  }

  @Test func `a budget is never too short of time`()
    async throws
  {
    let file = try stage.scenario(gates: "{ metric: cpu-time, at-most: 1 s }")
    let session = try ComparisonSession(
      file, .builds(baseline: nil, candidates: []), Self.settings(.nanoseconds(1)), for: .check,
      store: stage.store, stage.equipment())
    #expect(try await session.carryOut(in: SessionCall()) { _ in }.count == 1)
  }
}
