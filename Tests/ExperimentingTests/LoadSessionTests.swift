import Analysis
@testable import Experimenting
import Metrics
import Recording
import Running
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// Searches for the rate of users, on servers that no process is.
struct LoadSessionTests {
  private let folder: ScratchFolder
  private let log = SessionLog()
  private let interruption: Interruption

  init() throws {
    folder = try ScratchFolder()
    interruption = try Interruption()
  }

  private func file(
    builds: [String] = ["a", "b"], more: String = "", gates: String = ""
  ) throws -> ScenarioFile {
    let variables = builds.map { "\($0): { variables: {} }" }.joined(separator: ", ")
    let text = """
      scenario: sample
      builds: { \(variables) }
      services: { server: { command: [/bin/true, "${port}"] } }
      stories:
        one: { steps: [{ http: GET /, expect: { status: 200 } }] }
        many: { users: { arrivals: 200/s, for: 5 s, stories: { one: 1 } } }
      \(more)
      \(gates)
      """
    return try ScenarioFile(folder.add("s.yml", text).string)
  }

  /// A session whose servers answer within 5 ms, and from a build's own rate on within 50 ms.
  private func session(
    _ file: ScenarioFile, slowFrom limits: [String: Double] = [:],
    _ change: (inout LoadSession.Settings) -> Void = { _ in },
    noting note: @escaping @Sendable (PlannedRun) -> Void = { _ in },
    fails: @escaping @Sendable (Double) -> RunFailure.Reason? = { _ in nil }
  ) throws -> LoadSession {
    let log = log
    var settings = LoadSession.Settings()
    settings.limit = .milliseconds(20)
    change(&settings)
    let executors = ScriptedReplays(log: SessionLog()) { planned, subject in
      let rate = subject.scenario.story(named: "many")?.users?.arrivals ?? 0
      log.note("\(planned.build) \(rate)")
      note(planned)
      let isSlow = rate >= limits[planned.build] ?? .infinity
      return Replay.run(
        planned.story, on: planned.build,
        [.latencyP50: 1e6, .latencyP99: isSlow ? 5e7 : 5e6], failed: fails(rate))
    }
    return try LoadSession(
      file, settings,
      Equipment(
        builder: RecordedBuilds(log: SessionLog()), executors: executors, reporter: log,
        interruption: interruption, machine: { Replay.machine() }))
  }

  @Test func `builds take turns, each at rates of its own`() async throws {
    let result = try await session(file(), slowFrom: ["a": 430, "b": 800]).carryOut()
    #expect(
      log.lines.prefix(8) == [
        "a 200.0", "b 200.0", "a 400.0", "b 400.0", "a 800.0", "b 800.0", "a 566.0", "b 566.0",
      ])
    #expect(log.lines.count == 28)
    #expect(result.builds.map(\.conclusion) == [.between(400, 436), .between(734, 800)])
    #expect(result.ending == .concluded && result.outcome == .passed)
    #expect(result.story == "many" && result.rates == 10...100_000)
    #expect(result.comparisons.map(\.isDecided) == [true])
  }

  @Test func `each run has other users, and all builds have the same`() async throws {
    let rounds = SessionLog()
    _ = try await session(file(), noting: { rounds.note("\($0.build) \($0.round)") }).carryOut()
    #expect(rounds.lines.prefix(6) == ["a 1", "b 1", "a 2", "b 2", "a 3", "b 3"])
  }

  @Test func `only rates of the given range are tried`() async throws {
    let result = try await session(file(builds: ["a"])) {
      ($0.lowest, $0.highest) = (50, 300)
    }.carryOut()
    #expect(Set(log.lines) == ["a 200.0", "a 300.0"])
    #expect(result.builds.map(\.conclusion) == [.atLeast(300, .range)])
  }

  @Test func `the gate on the percentile is the limit if none is given`() async throws {
    let gates = "gates: [{ metric: latency-p99, at-most: 4 ms }]"
    let result = try await session(file(builds: ["a"], gates: gates)) {
      $0.limit = nil
    }.carryOut()
    #expect(result.budget.limit == 4e6 && result.budget.source == .gate)
    #expect(result.builds.map(\.conclusion) == [.below(10, .range)])
  }

  @Test func `without time for a run nothing is decided`() async throws {
    let result = try await session(file()) { $0.time = .seconds(1) }.carryOut()
    #expect(result.ending == .timeUp && log.lines == [])
    #expect(result.builds.map(\.conclusion) == [.open, .open] && result.outcome == .inconclusive)
  }

  @Test func `a request to stop keeps what is known, if there is anything`() async throws {
    let interruption = interruption
    let stopped = try session(
      file(builds: ["a"]),
      fails: { rate in
        if rate == 400 { interruption.raise() }
        return nil
      })
    let result = try await stopped.carryOut()
    #expect(log.lines == ["a 200.0", "a 400.0"])
    #expect(result.ending == .interrupted && result.outcome == .interrupted)
    #expect(result.builds[0].rates.map(\.rate) == [200, 400])
    await #expect(throws: CancellationError.self) { try await stopped.carryOut() }
  }

  @Test func `wrong answers at the lowest rate are the story's failure`() async throws {
    let result = try await session(file(builds: ["a"]), fails: { _ in .wrongRefusal }).carryOut()
    #expect(log.lines == ["a 200.0", "a 10.0", "a 10.0"])
    #expect(result.outcome == .appFailed)
    #expect(
      result.builds.map(\.conclusion) == [
        .failed(RunFailure(reason: .wrongRefusal, message: "It failed."))
      ])
  }

  @Test func `a slow sender is no limit of the server`() async throws {
    let result = try await session(
      file(builds: ["a"]), fails: { $0 > 700 ? .notMeasured : nil }
    ).carryOut()
    #expect(result.builds.map(\.conclusion) == [.atLeast(673, .unmeasured)])
    #expect(result.outcome == .passed)
  }

  private func refusal(
    _ file: ScenarioFile, _ change: (inout LoadSession.Settings) -> Void = { _ in }
  ) throws -> String {
    let error = #expect(throws: Refusal.self) { try session(file, change) }
    return try #require(error).description
  }

  @Test func `what can't be searched is refused`() throws {
    let file = try file()
    #expect(
      try refusal(file) { $0.story = "one" }.hasSuffix(
        "has no story with 'users' 'one'; it has many."))
    #expect(
      try refusal(file) { $0.lowest = 5 }
        == "5/s can't be measured; allowed: 10/s to 100000/s, because each run has at least 200 users, for "
        + "a p99, and at most 50000 requests.")
    #expect(
      try refusal(file) { ($0.lowest, $0.highest) = (300, 200) }
        == "--from is 300/s, which is above --to, 200/s.")
    let text = """
      scenario: alone
      builds: { a: { command: [./a] } }
      stories: { one: { steps: [{ count: { to: 3 }, expect: { count: 3 } }] } }
      """
    let alone = try ScenarioFile(folder.add("alone.yml", text).string)
    #expect(
      try refusal(alone) { $0.story = "one" }.hasSuffix(
        "has no story with 'users', so there is no rate to change."))
    let more = "  more: { users: { arrivals: 20/s, for: 5 s, stories: { one: 1 } } }"
    #expect(
      try refusal(self.file(more: more)).hasSuffix(
        "has several stories with 'users': many, more. '--story NAME' chooses one."))
    let large = try self.file(
      more: """
          long: { steps: [{ http: GET /, repeat: 300, expect: { status: 200 } }] }
          large: { users: { arrivals: 10/s, for: 5 s, stories: { long: 1 } } }
        """)
    #expect(
      try refusal(large) { $0.story = "large" }
        == "A p99 needs 200 users, and so many users of 'large' send more requests than a run can have; "
        + "'--percentile p50' needs 10 users.")
    let spike = try self.file(
      more: "  peak: { users: { arrivals: 20/s, for: 5 s, pattern: spike, stories: { one: 1 } } }")
    #expect(
      try refusal(spike) { $0.story = "peak" }
        == "The users of 'peak' come by 'pattern: spike', and 'load' finds a steady rate. Write a story with "
        + "'pattern: poisson' or 'constant' for it, and choose that by '--story'.")
  }
}
