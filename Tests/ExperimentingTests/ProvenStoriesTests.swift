import Building
import Recording
import Scenarios
import Store
import TestSupport
import Testing

@testable import Experimenting

/// Comparisons of which single stories are proven to be the same on both sides.
@Suite struct ProvenStoriesTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  private func measure(
    proven stories: [String], gates: String = "{ metric: cpu-time }", on stage: SessionStage,
    _ equipment: Equipment, in call: SessionCall = SessionCall()
  ) throws {
    let builds = ["a", "b"].map {
      BuiltDriver(
        record: BuildRecord(name: $0, recipe: "made", sha256: "1f" + $0), commands: [["/\($0)"]])
    }
    let settings = ComparisonSettings(pairs: 5, memoryRuns: 0, checksLayout: false, seed: 7)
    let proof = Decision.Proof(kind: .inputs, hash: "1f", differing: [])
    _ = try PairedMeasuring(
      stage.scenario(gates: gates), settings, for: .check, store: stage.store, equipment
    ).measure(
      builds[1], against: builds[0], at: nil,
      storyProofs: Dictionary(uniqueKeysWithValues: stories.map { ($0, proof) }), in: call, part: 1,
      of: 1)
  }

  @Test func `a proven story's budget is measured, but not how it spends its time`() throws {
    let waits = Rhythm(cpu: 1e6, wall: 1e8)
    try measure(
      proven: ["s"],
      gates: "{ metric: cpu-time }, { metric: cpu-time, stories: [s], at-most: 200 ms }", on: stage,
      stage.equipment(rhythms: ["s": waits, "t": waits]))
    let lines = stage.log.lines
    #expect(lines.contains { $0.hasPrefix("pair s") } && lines.contains { $0.hasPrefix("pair t") })
    #expect(lines.contains { $0.hasPrefix("solo t") } && !lines.contains { $0.hasPrefix("solo s") })
    #expect(try stage.store.experiment("1").decision?.rhythms == ["t": waits])
  }

  @Test func `a resumed comparison measures what was not proven when it began`() throws {
    try measure(proven: [], on: stage, stage.equipment(stoppingAfter: 3))
    let begun = try stage.store.experiments()
    let invocation = try #require(begun.first?.invocation)
    #expect(begun.map(\.completedAt) == [nil])
    let next = try SessionStage(after: stage)
    try measure(
      proven: ["s", "t"], on: next, next.equipment(),
      in: SessionCall(of: invocation, among: begun))
    // Five pairs of two stories.
    #expect(try next.runs().count == 2 * 2 * 5)
    let stored = try next.store.experiment("1")
    #expect(stored.completedAt != nil && stored.decision?.storyProofs == nil)
  }
}
