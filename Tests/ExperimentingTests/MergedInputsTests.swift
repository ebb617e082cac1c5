import Experimenting
import Recording
import Store
import TestSupport
import Testing

/// What is known of both sides' inputs if parts were made in different ways.
@Suite struct MergedInputsTests {
  private let merged: SessionStage

  init() throws { merged = try SessionStage() }

  @Test(arguments: [0, 1])
  func `a part that recorded no inputs hides nothing that another found`(
    _ recording: Int
  ) async throws {
    for index in 0...1 {
      let machine = try PartMachine()
      try await machine.make(index + 1)
      if index == recording {
        let experiment = try machine.stage.store.experiment("1")
        var decision = try #require(experiment.decision)
        decision.inputs = InputFinding(
          differing: ["a.c"], exercised: ["a.c"], sockets: ["127.0.0.1:1"])
        try machine.stage.store.decide(1, by: decision, rounds: experiment.rounds)
      }
      let session = try MergeSession(into: merged.store)
      _ = try session.take(machine.stage.store, named: "part.sqlite").map { try $0.get() }
    }
    #expect(
      try merged.store.experiment("1").decision?.inputs
        == InputFinding(
          differing: ["a.c"], exercised: ["a.c"], sockets: ["127.0.0.1:1"],
          gap: "not all parts recorded it"))
  }
}
