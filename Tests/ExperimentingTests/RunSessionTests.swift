import Analysis
import Building
import DriverProtocol
@testable import Experimenting
import Foundation
import GRDB
import Recording
import Running
import Store
import TestSupport
import Testing

@Suite struct RunSessionTests {
  private let stage: SessionStage
  private let settings = RunSession.Settings(seed: 7)

  init() throws { stage = try SessionStage() }

  private func session(_ equipment: Equipment) throws -> RunSession {
    try RunSession(stage.scenario(), settings, store: stage.store, equipment)
  }

  private var planned: [String] {
    RunPlan(stories: ["s", "t"], builds: ["a", "b"], rounds: 2, seed: 7).runs
      .map { "solo \($0.story) \($0.build) \($0.round)" }
  }

  @Test func `each run is stored before the next begins, in the order of its seed`() async throws {
    let analysis = try await session(stage.equipment()).carryOut(in: SessionCall())
    let runs = planned.enumerated().map { index, run in "\(run), \(index) stored" }
    #expect(stage.log.lines == ["build a, b"] + runs)
    #expect(analysis.outcome == .passed && analysis.runs.count == 8)
    let experiment = analysis.experiment
    #expect(experiment.name == "sample" && experiment.seed == 7 && experiment.rounds == 2)
    #expect(experiment.source == .replay && experiment.stories.map(\.name) == ["s", "t"])
    #expect(experiment.builds.map(\.sha256) == ["1fa", "1fb"])
    #expect(experiment.version == Version.current && experiment.environment == Replay.machine())
    let reported = stage.log.events.compactMap { event -> Int? in
      guard case .run(_, let done, let total, _) = event, total == 8 else { return nil }
      return done
    }
    #expect(reported == Array(1...8))
  }

  @Test func `an interrupted session leaves an open experiment, and resuming finishes it`()
    async throws
  {
    let interrupted = try await session(stage.equipment(stoppingAfter: 3))
      .carryOut(in: SessionCall(["run", "s.yml"], in: "/here"))
    #expect(interrupted.outcome == .interrupted && interrupted.runs.count == 3)
    let before = try stage.runs().map(\.id)
    let resumption = try #require(try Resumption(nil, in: stage.store))
    #expect(resumption.name == "Experiment 1 (sample)")
    #expect(try !resumption.isFinished && resumption.runs == 3)
    #expect(resumption.invocation?.arguments == ["run", "s.yml"])
    #expect(resumption.invocation?.folder == "/here")
    try resumption.check { Replay.machine() }

    // Another process, which nobody has asked to stop.
    let next = try SessionStage(after: stage)
    let finished = try await RunSession(
      next.scenario(), settings, store: next.store, next.equipment()
    ).carryOut(in: resumption.call)
    #expect(finished.outcome == .passed && finished.runs.count == 8)
    #expect(
      next.log.lines.dropFirst().map { $0.split(separator: ",")[0] }
        == planned.dropFirst(3).map { $0[...] })
    #expect(try next.runs().map(\.id).prefix(3) == before[...])
    #expect(try stage.store.experiments().count == 1)
    #expect(try Resumption(nil, in: next.store) == nil)
    #expect(try Resumption("sample", in: next.store)?.isFinished == true)
  }

  @Test func `what a process measures, or nobody here can, is not resumed by default`()
    async throws
  {
    for _ in 1...3 {
      let stopped = try SessionStage(after: stage)
      _ = try await session(stopped.equipment(stoppingAfter: 1)).carryOut(in: SessionCall(["run"]))
    }
    try await DatabaseQueue(path: stage.storePath).write {
      try $0.execute(
        sql: """
          UPDATE experiment SET invocation = json_set(invocation, '$.scenario', '/nowhere/s.yml')
          WHERE number = 2
          """)
    }
    func latest() throws -> Int64? { try Resumption(nil, in: stage.store)?.experiment.number }
    let claim = try stage.store.claim(3)
    #expect(try latest() == 1)
    // If there is no other, it is named, and its refusal says why.
    try stage.store.complete(1, at: Date())
    #expect(try latest() == 3)
    #expect(try Resumption("2", in: stage.store)?.experiment.number == 2)
    _ = claim
  }

  @Test func `resuming is refused by name if something has changed, and no run is made`()
    async throws
  {
    _ = try await session(stage.equipment(stoppingAfter: 1)).carryOut(in: SessionCall(["run"]))
    let resumption = try #require(try Resumption("1", in: stage.store))
    let next = try SessionStage(after: stage)
    let machine = #expect(throws: Refusal.self) {
      try resumption.check { Replay.machine(kernel: "Linux 6.2") }
    }
    #expect(machine?.kind == .outcome(.notComparable))
    #expect(
      machine?.description
        == "Experiment 1 can't be finished, because its other runs would not be comparable with those that "
        + "are stored: the kernel was Linux 6.1, and is Linux 6.2. Undo that, or measure anew: rehearse "
        + "run.")
    let other = RecordedBuilds(log: next.log, hash: "2f")
    let build = await #expect(throws: Refusal.self) {
      try await RunSession(
        next.scenario(), settings, store: next.store, next.equipment(building: other)
      ).carryOut(in: resumption.call)
    }
    #expect(
      build?.description.contains(
        "the build 'a' is another program: the SHA-256 of its file was 1fa… and is 2fa…") == true)
    #expect(next.log.lines == ["build a, b"])
  }

  @Test func `resuming is refused if the scenario file or its fixture has changed`() async throws {
    _ = try await session(stage.equipment(stoppingAfter: 1)).carryOut(in: SessionCall(["run"]))
    let resumption = try #require(try Resumption(nil, in: stage.store))
    func refusal(addingToFile text: String) throws -> String? {
      try stage.change { $0 + text }
      defer { try? stage.change { String($0.dropLast(text.count)) } }
      return #expect(throws: Refusal.self) {
        try resumption.check { Replay.machine() }
      }?.description
    }
    let file = try stage.scenario().path
    let comment = try refusal(addingToFile: "\n# a comment")
    #expect(comment?.contains(": the scenario file \(file) was changed. Undo") == true)
    let fixture = try refusal(addingToFile: "\nfixture: { size: 2 }")
    #expect(fixture?.contains(": the fixture in the scenario file \(file) was changed.") == true)
    try resumption.check { Replay.machine() }
  }

  @Test func `the error names a build that can't be made, and nothing is stored`() async throws {
    let failure = BuildError.noExecutable(build: "b", path: "./b")
    let equipment = stage.equipment(building: RecordedBuilds(log: stage.log, failure: failure))
    let error = await #expect(throws: BuildError.self) {
      try await session(equipment).carryOut(in: SessionCall())
    }
    #expect(
      error?.description == "The build 'b' is the command './b', which is not an executable file.")
    #expect(try stage.store.experiments().isEmpty)
  }

  @Test func `a build ends when the user asks to stop`() async throws {
    let interruption = stage.interruption
    let builds = RecordedBuilds(log: stage.log, whileBuilding: { interruption.raise() })
    await #expect(throws: CancellationError.self) {
      try await session(stage.equipment(building: builds)).carryOut(in: SessionCall())
    }
    #expect(stage.log.lines == ["build a, b"])
    #expect(try stage.store.experiments().isEmpty)
  }

  @Test func `if a story crashes on one build, the other runs are still measured`() async throws {
    let equipment = stage.equipment(where: { $0.story == "s" && $0.build == "b" })
    let analysis = try await session(equipment).carryOut(in: SessionCall())
    #expect(analysis.outcome == .appFailed && analysis.runs.count == 8)
    #expect(Set(analysis.failures.map(\.run.story)) == ["s"])
  }

  @Test func `a command with two scenarios is finished only when both are`() async throws {
    let call = SessionCall(["run", "s.yml", "s.yml"])
    _ = try await session(stage.equipment()).carryOut(in: call, part: 1, of: 2)
    let resumption = try #require(try Resumption("1", in: stage.store))
    #expect(!resumption.isFinished)
    _ = try await session(stage.equipment()).carryOut(in: resumption.call, part: 2, of: 2)
    #expect(try stage.store.experiments().count == 2)
    #expect(try Resumption("1", in: stage.store)?.isFinished == true)
  }

  @Test func `more runs than memory holds are refused before the experiment is stored`()
    async throws
  {
    var settings = settings
    settings.rounds = 10_000_000
    let session = try RunSession(
      stage.scenario(), settings, store: stage.store, stage.equipment())
    let error = await #expect(throws: (any Error).self) {
      try await session.carryOut(in: SessionCall())
    }
    #expect(
      error.map { "\($0)" }?.hasPrefix(
        "sample would have 10000000 rounds of 2 stories on 2 builds; allowed: ") == true)
    #expect(try stage.store.experiments().isEmpty)
  }

  @Test
  func `no more layouts are linked than there are rounds, and one layout alone is not shuffled`() {
    #expect(BuildRequest(.builds([]), layouts: 8, rounds: 3).layouts == 3)
    #expect(BuildRequest(.builds([]), layouts: 8, rounds: 1).layouts == 1)
    #expect(BuildRequest(.builds([]), layouts: 1, rounds: 5).layouts == nil)
  }
}
