import Experimenting
import Foundation
import GRDB
import Recording
import SeededRandom
import Store
import TestSupport
import Testing

/// Stores of parts into which somebody has written what can't be.
@Suite struct MergeDamageTests {
  private let stage: SessionStage
  private let merged: SessionStage

  init() throws { (stage, merged) = (try SessionStage(), try SessionStage()) }

  /// Makes two parts of three in one store.
  private func makeParts() async throws {
    for number in 1...2 {
      let share = try #require(PlanShare(number, of: 3))
      _ = try await RunSession(
        stage.scenario(), .init(rounds: 4, part: PartChoice(share, on: "n\(number)")),
        store: stage.store, stage.equipment()
      ).carryOut(in: SessionCall())
    }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: stage.storePath, configuration: configuration).write(body)
  }

  private func take() throws -> [Result<MergeSession.Taken, any Error>] {
    try MergeSession(into: merged.store).take(stage.store, named: "part.sqlite")
  }

  /// What is stored of a part, whole.
  private func runs(_ store: ResultStore, _ number: Int64) throws -> [Run] {
    try store.runs(of: number).map(store.details)
  }

  @Test(arguments: [
    ("run", "round = 9223372036854775807", "1 (sample)"), ("run", "round = -1", "1 (sample)"),
    ("run", "kind = 'walk'", "1 (sample)"), ("run", "uuid = 'x' || id", "1 (sample)"),
    ("measurement", "value = -5", "1 (sample)"), ("measurement", "value = 9e999", "1 (sample)"),
    ("step", "cpu = -5", "1 (sample)"), ("step", "inside = '{}'", "1 (sample)"),
    ("sample", "resident = -5", "1 (sample)"), ("experiment", "builds = '[{'", "1"),
    ("experiment", "rounds = 9223372036854775807", "1"), ("experiment", "seed = 'x'", "1"),
  ])
  func `a part with an impossible row is refused by name, and the other part is taken`(
    _ table: String, _ change: String, _ name: String
  ) async throws {
    try await makeParts()
    let place =
      switch table {
      case "experiment": "number = 1"
      case "run": "experimentNumber = 1"
      default: "runId IN (SELECT id FROM run WHERE experimentNumber = 1)"
      }
    try write { db in
      // Recorded runs have no samples.
      try db.execute(
        sql: """
          INSERT INTO sample SELECT min(id), 0, 0, 0, 0, 0, 0, 0 FROM run WHERE experimentNumber = 1
          """)
      try db.execute(sql: "UPDATE \(table) SET \(change) WHERE \(place)")
    }
    let taken = try take()
    #expect(taken.count == 2)
    let error = #expect(throws: StoreError.self) { try taken[0].get() }
    let words = try #require(error).description
    #expect(words.hasPrefix("The store holds in the experiment \(name) "), "\(words)")
    #expect(words.hasSuffix(", which this version can't read."), "\(words)")
    #expect(try taken[1].get().part?.number == 2)
    // Nothing of the first is there, and all of the second.
    #expect(try merged.store.eachExperiment().map { try $0.get().number } == [1])
    #expect(try runs(merged.store, 1) == runs(stage.store, 2))
    #expect(try merged.store.experiment("1").partition?.missing == [1, 3])
  }

  /// What is odd, of each of SQLite's types.
  private static let extremes: [any DatabaseValueConvertible & Sendable] = [
    Int64.min, Int64.max, Int64(-1), Int64(0), Int64(1) << 61, Int64(1) << 60, 1e308, -1e308,
    Double.leastNonzeroMagnitude,
    Double.infinity, -0.0, "", "x", "[{", "null", "\u{0}", "9223372036854775808",
    String(repeating: "[", count: 4_000), Data([0, 255, 254]), DatabaseValue.null,
  ]

  @Test(arguments: 1...(Nightly.isOn ? 60 : 20))
  func `a part with damaged rows is refused or readable, and the other part stays whole`(
    _ seed: UInt64
  ) async throws {
    try await makeParts()
    var generator = SplitMix64(seed: seed)
    try write { db in
      // Those by which rows belong together stay: without them nobody knows whose row it is.
      let columns = try ["experiment", "run", "step", "sample", "measurement"].flatMap { table in
        try db.columns(in: table).map { (table: table, column: $0.name) }
      }.filter { !["number", "id", "runId", "experimentNumber"].contains($0.column) }
      for _ in 1...Int.random(in: 1...3, using: &generator) {
        let (table, column) = try #require(columns.randomElement(using: &generator))
        let value = try #require(Self.extremes.randomElement(using: &generator))
        let place =
          switch table {
          case "experiment": "number = 2"
          case "run": "id = (SELECT max(id) FROM run)"
          default: "runId = (SELECT max(runId) FROM \(table))"
          }
        try db.execute(
          sql: "UPDATE OR IGNORE \(table) SET \"\(column)\" = ? WHERE \(place)", arguments: [value])
      }
    }
    let taken = try take()
    #expect(try taken[0].get().part?.number == 1)
    for result in taken.dropFirst() {
      do {
        _ = try result.get()
      } catch {
        #expect(error is StoreError || error is Refusal)
        #expect(!"\(error)".isEmpty)
      }
    }
    // What was taken in can be read, the first part as it was.
    let own = try runs(stage.store, 1)
    var found: [Run] = []
    for experiment in try merged.store.eachExperiment().map({ try $0.get() }) {
      found += try runs(merged.store, experiment.number ?? 0)
      _ = try merged.store.runsWithSteps(of: experiment)
    }
    for run in own { #expect(found.contains(run)) }
  }
}
