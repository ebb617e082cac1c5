import Analysis
import Experimenting
import GRDB
import Recording
import Running
import Scenarios
import Store
import TestSupport
import Testing

@Suite struct MeasureSessionTests {
  private let stage: SessionStage
  private let commands = [
    MeasuredCommand(name: "one", words: ["one"]), MeasuredCommand(name: "two", words: ["two"]),
  ]

  init() throws { stage = try SessionStage() }

  private func carryOut(
    rounds: Int = 2, warmUps: Int = 0, store: ResultStore? = nil, _ equipment: Equipment? = nil,
    hooks: [CommandHooks] = []
  ) throws -> ExperimentAnalysis {
    var commands = commands
    for (index, hooks) in hooks.enumerated() { commands[index].hooks = hooks }
    var settings = MeasureSession.Settings(rounds: .exactly(rounds))
    settings.warmUps = warmUps
    settings.seed = 7
    return try MeasureSession(
      commands, settings, store: store, equipment ?? stage.equipment()
    ).carryOut()
  }

  @Test func `with a store each run is stored before the next begins`() throws {
    let analysis = try carryOut(store: stage.store)
    let stored = stage.log.lines.map { $0.split(separator: ",")[1] }
    #expect(stored == [" 0 stored", " 1 stored", " 2 stored", " 3 stored"])
    #expect(analysis.outcome == .passed && analysis.experiment.title == "one, two")
    let experiment = try stage.store.experiment("measure")
    #expect(experiment.completedAt != nil && experiment.source == .command)
    #expect(try Resumption(nil, in: stage.store) == nil)
  }

  @Test func `without a store all runs are returned, and warm-ups are left out`() throws {
    let analysis = try carryOut(warmUps: 3)
    #expect(stage.log.lines.count == 10 && analysis.runs.count == 4)
    #expect(analysis.experiment.number == nil)
    #expect(try stage.store.experiments().isEmpty)
  }

  @Test func `a command that fails in its first run is not run again`() throws {
    let analysis = try carryOut(
      rounds: 9, store: stage.store, stage.equipment(where: { _ in true }))
    #expect(analysis.outcome == .appFailed && analysis.runs.count == 1)
    #expect(stage.log.lines.count == 1)
  }

  private func hooks(setup: [String], cleanup: [String]) -> CommandHooks {
    var hooks = CommandHooks()
    (hooks.setup, hooks.cleanup) = (setup, cleanup)
    return hooks
  }

  @Test func `a common setup runs once before all rounds, and its cleanup once after them`() throws
  {
    let hooks = hooks(setup: ["make"], cleanup: ["rm", "x"])
    let analysis = try carryOut(warmUps: 1, hooks: [hooks, hooks])
    #expect(!analysis.findings.contains(.oneAfterTheOther))
    #expect(stage.log.lines.first == "The setup: make")
    #expect(stage.log.lines.last == "The cleanup: rm x")
    #expect(stage.log.lines.count == 2 + 6 && stage.log.notes == [])
    #expect(analysis.runs.map(\.position) == [1, 2, 3, 4])
  }

  @Test func `commands with setups of their own are measured one after the other`() throws {
    let analysis = try carryOut(
      hooks: [
        hooks(setup: ["make", "one"], cleanup: ["clean"]),
        hooks(setup: ["make", "two"], cleanup: ["clean"]),
      ])
    let once = stage.log.lines.filter { $0.hasPrefix("The ") }
    #expect(
      once == [
        "The setup: make one", "The cleanup: clean", "The setup: make two", "The cleanup: clean",
      ])
    #expect(analysis.runs.map(\.build) == ["one", "one", "two", "two"])
    #expect(analysis.runs.map(\.round) == [1, 2, 1, 2])
    #expect(analysis.runs.map(\.position) == [1, 2, 3, 4])
    #expect(analysis.outcome == .passed && analysis.findings.contains(.oneAfterTheOther))
  }

  @Test func `a failed setup measures nothing, and a failed cleanup is reported`() throws {
    let failing = hooks(setup: ["false"], cleanup: ["clean"])
    #expect(
      throws: Refusal(
        .outcome(.toolFailed),
        "The setup 'false' failed, so nothing was measured: The setup exited with status 1.")
    ) { try carryOut(store: stage.store, hooks: [failing, failing]) }
    #expect(try stage.store.experiments().isEmpty)
    let careless = hooks(setup: ["make"], cleanup: ["false"])
    #expect(try carryOut(hooks: [careless, careless]).outcome == .passed)
    #expect(
      stage.log.notes == ["The cleanup 'false' failed: The cleanup exited with status 1."])
  }

  @Test(arguments: ["experiment", "run"])
  func `what was set up is cleaned up although the store is full`(_ table: String) throws {
    try DatabaseQueue(path: stage.storePath).write {
      try $0.execute(
        sql: """
          CREATE TRIGGER full BEFORE INSERT ON \(table)
          BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
          """)
    }
    let hooks = hooks(setup: ["make"], cleanup: ["rm", "x"])
    #expect(throws: (any Error).self) {
      try carryOut(store: stage.store, hooks: [hooks, hooks])
    }
    #expect(stage.log.lines.first == "The setup: make")
    #expect(stage.log.lines.last == "The cleanup: rm x")
  }

  @Test func `a cleanup is not begun once the user has asked to stop, and that is said`() throws {
    let hooks = hooks(setup: ["make"], cleanup: ["rm", "x"])
    let analysis = try carryOut(
      rounds: 9, stage.equipment(stoppingAfter: 5), hooks: [hooks, hooks])
    #expect(analysis.outcome == .interrupted)
    #expect(!stage.log.lines.contains("The cleanup: rm x"))
    #expect(
      stage.log.notes
        == ["The cleanup 'rm x' was not carried out, because measuring was interrupted."])
  }

  @Test func `an interrupted measurement returns the runs made by then`() throws {
    let analysis = try carryOut(
      rounds: 9, store: stage.store, stage.equipment(stoppingAfter: 5))
    #expect(analysis.outcome == .interrupted && analysis.runs.count == 5)
    #expect(try stage.store.experiment("latest").completedAt == nil)
  }
}
