import Analysis
import Experimenting
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
    rounds: Int = 2, warmUps: Int = 0, store: ResultStore? = nil, _ equipment: Equipment? = nil
  ) throws -> ExperimentAnalysis {
    var settings = MeasureSession.Settings(rounds: rounds)
    settings.warmUps = warmUps
    settings.seed = 7
    return try MeasureSession(
      commands, settings, store: store, equipment ?? stage.equipment()
    ).carryOut()
  }

  @Test func `where there is a store, each run is in it before the next begins`() throws {
    let analysis = try carryOut(store: stage.store)
    let stored = stage.log.lines.map { $0.split(separator: ",")[1] }
    #expect(stored == [" 0 stored", " 1 stored", " 2 stored", " 3 stored"])
    #expect(analysis.outcome == .passed && analysis.experiment.title == "one, two")
    let experiment = try stage.store.experiment("measure")
    #expect(experiment.completedAt != nil && experiment.source == .command)
    #expect(try Resumption(nil, in: stage.store) == nil)
  }

  @Test func `without a store all runs are handed back, and warm-ups are in neither`() throws {
    let analysis = try carryOut(warmUps: 3)
    #expect(stage.log.lines.count == 10 && analysis.runs.count == 4)
    #expect(analysis.experiment.number == nil)
    #expect(try stage.store.experiments().isEmpty)
  }

  @Test func `a command that fails in its first run is not carried out again`() throws {
    let analysis = try carryOut(
      rounds: 9, store: stage.store, stage.equipment(where: { _ in true }))
    #expect(analysis.outcome == .appFailed && analysis.runs.count == 1)
    #expect(stage.log.lines.count == 1)
  }

  @Test func `whoever stops it gets what was measured by then`() throws {
    let analysis = try carryOut(
      rounds: 9, store: stage.store, stage.equipment(stoppingAfter: 5))
    #expect(analysis.outcome == .interrupted && analysis.runs.count == 5)
    #expect(try stage.store.experiment("latest").completedAt == nil)
  }
}
