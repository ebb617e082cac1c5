import Analysis
import DriverProtocol
@testable import Experimenting
import Recording
import Running
import Scenarios
import Store
import SystemPackage
import TestSupport
import Testing

/// Replays that are not stored, on runs that no process made.
struct ReplaySessionTests {
  private let folder: ScratchFolder
  private let log = SessionLog()
  private let interruption: Interruption

  init() throws {
    folder = try ScratchFolder()
    interruption = try Interruption()
  }

  private func file(_ stories: String, builds: String = "a, b") throws -> ScenarioFile {
    let commands = builds.split(separator: ", ").map { "\($0): { command: [./\($0)] }" }
    let text = """
      scenario: sample
      builds: { \(commands.joined(separator: ", ")) }
      stories: \(stories)
      """
    return try ScenarioFile(folder.add("s.yml", text).string, allowingUnrecorded: true)
  }

  private func equipment(
    _ make: @escaping @Sendable (PlannedRun) -> Run
  ) -> Equipment {
    Equipment(
      builder: RecordedBuilds(log: log),
      executors: ScriptedReplays(log: log) { planned, _ in make(planned) },
      reporter: log, interruption: interruption, machine: { Replay.machine() })
  }

  private static let two = "{ s: { steps: [{ x: {} }] }, t: { after: [s], steps: [{ y: {} }] } }"

  /// A run whose steps lead to these numbers, those of stories before it included.
  private static func run(
    _ planned: PlannedRun, counts: [(story: String, count: Int)], digest: String? = nil,
    failure: RunFailure? = nil
  ) -> Run {
    var run = Replay.run(planned.story, on: planned.build, round: planned.round)
    run.steps = counts.map { story, count in
      var step = Replay.step(of: story)
      step.outcome = ["count": .integer(count)]
      step.digest = digest
      return step
    }
    if let failure { run.ending = .failed(failure) }
    return run
  }

  private static func passing(_ planned: PlannedRun) -> Run {
    run(planned, counts: planned.story == "s" ? [("s", 3)] : [("s", 3), ("t", 4)])
  }

  @Test func `each story is replayed on each build, in the file's order`() async throws {
    var seen: [String] = []
    let session = ReplaySession(try file(Self.two), equipment(Self.passing))
    let isComplete = try await session.carryOut { replayed in
      #expect(replayed.outcome == .passed && replayed.failedAt == nil)
      #expect(replayed.duration == 1)
      seen.append(replayed.story)
    }
    #expect(isComplete)
    #expect(seen == ["s", "s", "t", "t"])
    #expect(log.lines.first == "build a, b")
    #expect(Set(log.lines.dropFirst()) == ["s on a", "s on b", "t on a", "t on b"])
  }

  @Test func `what else the machine did during a replay is known, as it says who waited`()
    async throws
  {
    var runs: [Run?] = []
    let session = ReplaySession(try file(Self.two), equipment(Self.passing))
    _ = try await session.carryOut { runs.append($0.run) }
    #expect(runs.count == 4 && runs.allSatisfy { $0?.interference != nil })
  }

  @Test func `a driver that can't begin is tried once, and the other driver goes on`() async throws
  {
    let failure = RunFailure(reason: .unknownVerb, message: "No.", step: StepName("t: y"))
    let session = ReplaySession(
      try file(Self.two),
      equipment {
        $0.build == "a" ? Self.run($0, counts: [], failure: failure) : Self.passing($0)
      })
    var seen: [String] = []
    let isComplete = try await session.carryOut { replayed in
      seen.append("\(replayed.story) \(replayed.build) \(replayed.run != nil)")
      #expect(replayed.outcome == (replayed.build == "a" ? .appFailed : .passed))
      if replayed.run?.failure != nil {
        #expect(replayed.failedAt == StepReference(story: "t", index: 0))
      }
    }
    #expect(isComplete)
    #expect(seen.sorted() == ["s a true", "s b true", "t a false", "t b true"])
  }

  @Test func `the failed step of a replay is found, even if it is in a story before`() async throws
  {
    let wrong = RunFailure(reason: .wrongOutcome, message: "No.", step: StepName("s: x"))
    let session = ReplaySession(
      try file(Self.two, builds: "a"),
      equipment { planned in
        if planned.story == "s" { return Self.passing(planned) }
        return Self.run(planned, counts: [], failure: wrong)
      })
    var places: [StepReference?] = []
    _ = try await session.carryOut { places.append($0.failedAt) }
    #expect(places == [nil, StepReference(story: "s", index: 0)])
  }

  @Test func `a replay that could not be measured is the tool's failure`() async throws {
    let lost = RunFailure(reason: .notMeasured, message: "No.", step: StepName("s: x"))
    let session = ReplaySession(
      try file(Self.two, builds: "a"), equipment { Self.run($0, counts: [], failure: lost) })
    var outcomes: [Outcome] = []
    _ = try await session.carryOut { outcomes.append($0.outcome) }
    #expect(outcomes == [.toolFailed, .toolFailed])
  }

  @Test func `no replay is made after the user asks to stop`() async throws {
    let interruption = interruption
    let session = ReplaySession(
      try file(Self.two),
      equipment {
        interruption.raise()
        return Self.passing($0)
      })
    var count = 0
    let isComplete = try await session.carryOut { _ in count += 1 }
    #expect(!isComplete && count == 1)
  }

  private func recorded(
    _ file: ScenarioFile, everything: Bool = false,
    _ make: @escaping @Sendable (PlannedRun) -> Run
  ) async throws -> [RecordedStep] {
    let session = RecordingSession(file, everything: everything, equipment(make))
    return try #require(try await session.carryOut { _ in })
  }

  private static func finding(_ steps: [RecordedStep], _ story: String) -> RecordedStep.Finding? {
    steps.first { $0.step.story == story }?.finding
  }

  @Test func `an outcome that all replays repeat can be recorded`() async throws {
    let steps = try await recorded(try file(Self.two), Self.passing)
    #expect(steps.map(\.step.story) == ["s", "t"])
    #expect(
      Self.finding(steps, "s") == .repeats(.outcome(facts: ["count": .integer(3)], digest: nil)))
    #expect(
      Self.finding(steps, "t") == .repeats(.outcome(facts: ["count": .integer(4)], digest: nil)))
    // Twice on each build.
    #expect(log.lines.count == 1 + 8)
  }

  @Test func `differing outcomes are reported by build, by run, or by the story around the step`()
    async throws
  {
    let file = try file(Self.two)
    let byBuild = try await recorded(file) { planned in
      let count = planned.build == "a" ? 3 : 4
      return Self.run(
        planned, counts: planned.story == "s" ? [("s", count)] : [("s", count), ("t", 1)])
    }
    guard case .differs(let text)? = Self.finding(byBuild, "s") else {
      Issue.record("\(byBuild)")
      return
    }
    #expect(
      ["'count' is 3 on 'a', and 4 on 'b'", "'count' is 4 on 'b', and 3 on 'a'"].contains(text))
    let byRun = try await recorded(try self.file(Self.two, builds: "a")) { planned in
      planned.story == "s"
        ? Self.run(planned, counts: [("s", 3)], digest: "d\(planned.round)") : Self.passing(planned)
    }
    #expect(
      Self.finding(byRun, "s") == .differs("'digest' is d1 in run 1, and d2 in run 2"))
    let byStory = try await recorded(try self.file(Self.two, builds: "a")) { planned in
      planned.story == "s"
        ? Self.passing(planned) : Self.run(planned, counts: [("s", 5), ("t", 4)])
    }
    #expect(
      Self.finding(byStory, "s")
        == .differs("'count' is 3 when 's' is replayed, and 5 when 't' is"))
  }

  @Test func `only missing outcomes are recorded, or all of chosen stories, but no refusals`()
    async throws
  {
    let stories = """
      { s: { steps: [{ x: {}, expect: { count: 1 } }, { z: {}, expect: { error: no } }] },
        t: { steps: [{ y: {}, expect: record }] } }
      """
    func steps(_ file: ScenarioFile, _ everything: Bool) -> [StepReference] {
      RecordingSession(file, everything: everything, equipment(Self.passing)).steps
    }
    let file = try file(stories)
    #expect(steps(file, false) == [StepReference(story: "t", index: 0)])
    #expect(
      steps(file, true) == [
        StepReference(story: "s", index: 0), StepReference(story: "t", index: 0),
      ])
    #expect(steps(try file.selecting(["s"], []), true) == [StepReference(story: "s", index: 0)])
    #expect(steps(try file.selecting(["s"], []), false) == [])
  }

  @Test
  func `a step that a build did not reach is unseen, and a step without an answer has no outcome`()
    async throws
  {
    let crash = RunFailure(reason: .crashed, message: "No.", step: StepName("s: x"))
    let steps = try await recorded(try file(Self.two)) { planned in
      if planned.story == "t" { return Self.run(planned, counts: []) }
      return planned.build == "a"
        ? Self.passing(planned) : Self.run(planned, counts: [], failure: crash)
    }
    #expect(Self.finding(steps, "s") == .unseen)
    let mute = try await recorded(try file("{ s: { steps: [{ x: {} }] } }")) { planned in
      Replay.run(planned.story, on: planned.build, steps: [Replay.step(of: "s")])
    }
    #expect(Self.finding(mute, "s") == .empty)
  }

  @Test(
    arguments: [
      ("", 200, nil), ("", 399, nil), ("", 400, 400), ("", 503, 503),
      (", expect: { status: 404 }", 404, nil), (", expect: { status: 404 }", 500, 500),
      (", expect: { status: 201 }", 200, nil), (", expect: { status: 201 }", 500, 500),
    ] as [(String, Int, Int?)])
  func `an error of a server is recorded only if its status is declared`(
    _ expected: String, _ status: Int, _ failure: Int?
  ) throws {
    let facts: [String: Scalar] = ["status": .integer(status)]
    let finding: RecordedStep.Finding =
      if let failure {
        .failure(status: failure)
      } else {
        .repeats(.outcome(facts: facts, digest: "00ff"))
      }
    #expect(try recorded(expected, facts) == finding)
  }

  @Test func `of an answer all that the file names is recorded, as no digest covers headers`()
    throws
  {
    let facts: [String: Scalar] = [
      "status": .integer(200), "header link": .text(String(repeating: "a", count: 201)),
    ]
    #expect(
      try recorded(", expect: { header link: b }", facts)
        == .repeats(.outcome(facts: facts, digest: "00ff")))
  }

  /// The finding of a request that led to facts twice.
  private func recorded(
    _ expected: String, _ facts: [String: Scalar]
  ) throws -> RecordedStep.Finding {
    let text = """
      scenario: sample
      builds: { a: {} }
      services: { server: { command: [server, "${port}"] } }
      stories: { s: { steps: [{ http: GET /\(expected) }] } }
      """
    let file = try ScenarioFile(folder.add("s.yml", text).string, allowingUnrecorded: true)
    var step = Replay.step(of: "s")
    step.outcome = facts
    step.digest = "00ff"
    let seen = RecordedStep.Sighting(of: step, in: Replay.run("s", on: "a"))
    let place = StepReference(story: "s", index: 0)
    return RecordedStep(step: place, declared: file.scenario[place], seen: [seen, seen]).finding
  }
}

/// Runs as a test makes them.
struct ScriptedReplays: Executors {
  let log: SessionLog
  let make: @Sendable (PlannedRun, ReplaySubject) -> Run

  private struct Maker: Executor {
    let replays: ScriptedReplays
    let subject: ReplaySubject
    let isWatched: Bool

    func execute(_ planned: PlannedRun) -> Run {
      replays.log.note("\(planned.story) on \(planned.build)")
      var run = replays.make(planned, subject)
      if isWatched, run.interference == nil {
        run.interference = Interference(observed: 1, processors: 1, harness: 0)
      }
      return run
    }
  }

  func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) -> any Executor { Maker(replays: self, subject: subject, isWatched: isWatched) }

  func pairs(
    _ subject: ReplaySubject, alone: [String: Arrangement.Reason], inTurns: Set<String>
  ) -> PairBench { fatalError("a replay is alone") }

  func profiledPairs(
    _ subject: ReplaySubject, by profiler: Profiler, alone: [String: Arrangement.Reason]
  ) -> PairBench {
    fatalError("a replay is alone")
  }

  func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) -> any Executor { fatalError("a replay is of a story") }

  func once(_ words: [String], named name: String, conditions: CommandConditions) {}
}
